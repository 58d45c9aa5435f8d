#pragma once
#include "core/matrix.hpp"
#include "learners/kernels/row_partition.hpp"
#include "learners/regression/kernels/split_search.hpp"
#include "learners/regression/tree_search.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace reboost::learners {

/// Searches every column. A node with many rows keeps its histogram until it is split. Then the lighter
/// child's is filled from that child's rows, the heavier child's is the parent's minus the lighter's, and one
/// pass searches both. A small node's histogram is filled anew, with the same bits: quantised sums are exact.
class HistogramSearch {
  public:
    HistogramSearch(const TreeData& data, const RegressionTreeOptions& options)
        : on_(data),
          min_split_rows_(
              static_cast<std::size_t>(std::max(options.min_split_rows, 2 * options.min_leaf_rows))),
          least_(static_cast<double>(options.min_leaf_rows)),
          scratch_(2 * (on_.bundled() ? on_.layout.slots() : on_.layout.largest_block())) {
        std::size_t entries = 0;
        for (const HistogramBlock& block : on_.layout.blocks())
            entries += block.entries.size();
        const double per_row =
            static_cast<double>(entries) / static_cast<double>(std::max<std::size_t>(on_.layout.rows(), 1));
        keep_rows_ = static_cast<std::size_t>(kKeepShare * static_cast<double>(on_.layout.slots()) /
                                              std::max(per_row, 1.0));
    }

    /// `root` must outlive the tree's growth. The search may swap a non-empty root.sums for another buffer.
    void begin_tree(TreeRoot& root) {
        gradients_ = root.gradients;
        quantiser_ = root.quantiser;
        root_sums_ = root.sums.empty() ? nullptr : &root.sums;
    }
    void root(SearchNode& node) {
        if (!searchable(node)) return;
        if (!keeps_histogram(node)) return search_alone(node);
        Sums& own = kept(node.id) = free_array();
        if (root_sums_) {
            std::swap(*root_sums_, own);
            work_ += on_.layout.entries(node.rows);
        } else {
            work_ += fill(node.rows, histogram(own));
        }
        finish(node, search_cuts(on_.layout, histogram(own), sums_of(node)), histogram(own));
    }
    void children(const SearchNode& parent, SearchNode& left, SearchNode& right) {
        const auto [light, heavy] = light_and_heavy(left, right);
        Sums parent_sums = std::exchange(kept(parent.id), {});
        if (parent_sums.empty() || !searchable(heavy)) {
            sum_children(parent, left, right, gradients_);
            search_alone(light);
            search_alone(heavy);
        } else {
            split_from_parent(parent, parent_sums, light, heavy);
        }
        keep(heavy, std::move(parent_sums));
    }
    void accept(std::int32_t, std::int32_t) {}
    /// Releases the histogram that is kept for the node's children.
    void close(std::int32_t node) {
        Sums& sums = kept(node);
        if (!sums.empty()) free_.insert(free_.begin(), std::exchange(sums, {}));
    }
    void end_tree() {
        for (std::size_t node = 0; node < kept_.size(); ++node)
            close(static_cast<std::int32_t>(node));
    }
    std::uint64_t work() const { return work_; }

  private:
    using Sums = PageAlignedVector<std::uint64_t>;
    /// A node with fewer values than this share of the slots keeps no histogram: filling one again costs
    /// less.
    static constexpr double kKeepShare = 0.5;

    bool searchable(const SearchNode& node) const { return node.rows.size() >= min_split_rows_; }
    bool keeps_histogram(const SearchNode& node) const { return node.rows.size() >= keep_rows_; }
    NodeSums sums_of(const SearchNode& node) const {
        // Unless rows are counted, `least_` bounds weights: they are row counts (mart), or min_leaf_rows
        // is 1.
        return {quantiser_.gradient(node.total),
                quantiser_.weight(node.total),
                static_cast<double>(node.rows.size()),
                quantiser_.count_shift,
                least_,
                gradients_.format().joined_bits()};
    }
    /// The number of words of a histogram of this tree.
    std::size_t sums_size() const { return gradients_.format().sum_words() * on_.layout.slots(); }
    HistogramSums histogram(Sums& sums) const { return {sums.data(), sums_size()}; }
    /// Returns an array for a histogram, with any content.
    Sums free_array() {
        Sums sums;
        if (!free_.empty()) {
            sums = std::move(free_.back());
            free_.pop_back();
        }
        sums.resize(std::max(sums.size(), sums_size()));
        return sums;
    }
    /// sums = the histogram of `rows`. Returns the number of stored values added.
    std::uint64_t fill(std::span<const std::uint32_t> rows, HistogramSums sums) {
        if (on_.bundled()) return on_.bundles->fill(rows, gradients_, sums, bundle_scratch_).stored;
        std::ranges::fill(sums, 0);
        return add_rows(on_.layout, rows, gradients_, sums);
    }
    /// Keeps the node's histogram until the node is split, unless filling one again costs less.
    void keep(const SearchNode& node, Sums sums) {
        if (sums.empty()) return;
        if (keeps_histogram(node) && node.split.feature >= 0)
            kept(node.id) = std::move(sums);
        else
            free_.push_back(std::move(sums));
    }
    /// The node's histogram; empty if it is not kept.
    Sums& kept(std::int32_t node) {
        const auto index = static_cast<std::size_t>(node);
        if (index >= kept_.size()) kept_.resize(index + 1);
        return kept_[index];
    }
    /// Sets the node's split from its best cut; `sums`: the node's histogram, empty if it is not available.
    void finish(SearchNode& node, const BestCut& best, HistogramSums sums) const {
        if (best.feature < 0) return;
        const double g = quantiser_.gradient(node.total), h = quantiser_.weight(node.total);
        const double scaled_gain = best.score * h;
        if (scaled_gain <= kLeastGainShare * g * g / h) return;
        const auto feature = static_cast<std::size_t>(best.feature);
        const data::BinnedColumn& column = on_.matrix.columns[feature];
        const std::uint32_t first_above =
            best.upper ? column.bin_count - 1 - best.position : best.position + 1;
        // A small node has no histogram: the codes of its rows are read.
        const auto [below, above, both_sides] =
            sums.empty() ? neighbours(column, first_above, node.rows) : neighbour_bins(node, best, sums);
        node.split = {scaled_gain * quantiser_.gain_unit(), best.feature,
                      middle_threshold(on_.cuts.empty() ? nullptr : &on_.cuts[feature], below, above)};
    }
    /// The non-empty bins on both sides of a cut, from the node's histogram: at most one read per bin.
    NeighbourCodes neighbour_bins(const SearchNode& node, const BestCut& best, HistogramSums sums) const {
        const auto feature = static_cast<std::size_t>(best.feature);
        const std::uint32_t bins = on_.matrix.columns[feature].bin_count,
                            frequent = on_.matrix.columns[feature].frequent_bin;
        const auto empty = [&](std::uint32_t bin) {
            if (bin != frequent)
                return sum_at(sums, on_.layout.slot(feature, bin), gradients_.format()).weight == 0;
            GradientHessian rest = node.total;
            for (std::uint32_t other = 0; other < bins; ++other)
                if (other != frequent)
                    rest -= sum_at(sums, on_.layout.slot(feature, other), gradients_.format());
            return rest.weight == 0;
        };
        NeighbourCodes bin{best.position, bins - 1 - best.position, true};
        if (best.upper) {
            bin.below = bin.above - 1;
            while (empty(bin.below))
                --bin.below;
        } else {
            bin.above = bin.below + 1;
            while (empty(bin.above))
                ++bin.above;
        }
        return bin;
    }
    void search_alone(SearchNode& node) {
        if (!searchable(node)) return;
        if (on_.bundled()) {
            work_ += fill(node.rows, scratch_);
            return finish(node, search_cuts(on_.layout, scratch_, sums_of(node)), scratch_);
        }
        const RowSearchResult found = search_rows(on_.layout, node.rows, gradients_, sums_of(node), scratch_);
        work_ += found.used;
        finish(node, found.best, {});
    }
    void split_from_parent(const SearchNode& parent, Sums& parent_sums, SearchNode& light,
                           SearchNode& heavy) {
        const bool bundled = on_.bundled() && searchable(light);
        if (!bundled) sum_children(parent, light, heavy, gradients_);
        const HistogramSums remaining = histogram(parent_sums);
        if (!searchable(light)) {
            work_ += subtract_rows(on_.layout, light.rows, gradients_, remaining);
            return finish(heavy, search_cuts(on_.layout, remaining, sums_of(heavy)), remaining);
        }
        Sums own;  // the lighter child's histogram
        if (keeps_histogram(light)) own = free_array();
        HistogramSums sums;
        if (!own.empty())
            sums = histogram(own);
        else if (bundled)
            sums = scratch_;
        LightSums light_sums = own.empty() ? LightSums::dropped : LightSums::kept;
        if (bundled) {
            const FeatureBundles::Filled filled =
                on_.bundles->fill(light.rows, gradients_, sums, bundle_scratch_);
            work_ += filled.stored;
            light.total = filled.total;
            heavy.total = parent.total - light.total;
            light_sums = LightSums::filled;
        }
        const SplitResult result = split_and_search(
            on_.layout,
            {light.rows, gradients_, remaining, sums, light_sums, scratch_, sums_of(heavy), sums_of(light)});
        work_ += result.used;
        finish(heavy, result.heavy, remaining);
        finish(light, result.light, sums);
        keep(light, std::move(own));
    }

    TreeData on_;
    std::size_t min_split_rows_, keep_rows_ = 0;
    double least_ = 1;  ///< minimum number of rows of a leaf
    RowGradients gradients_;
    Quantiser quantiser_;
    Sums* root_sums_ = nullptr;  ///< the root's histogram, or null
    std::vector<Sums> kept_;     ///< by node
    std::vector<Sums> free_;     ///< the one used last at the end: most of it is still in a cache
    /// For nodes without histogram: one block, zeros between uses; with bundles, all blocks.
    Sums scratch_;
    AlignedVector<std::uint64_t> bundle_scratch_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
