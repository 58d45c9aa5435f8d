#include "learners/regression/histogram_search.hpp"

namespace reboost::learners {
namespace {

/// A node with fewer values than this share of the slots keeps no histogram: filling one again costs less.
constexpr double kKeepShare = 0.5;

}  // namespace

HistogramSearch::HistogramSearch(const TreeData& data, const RegressionTreeOptions& options)
    : on_(data),
      min_split_rows_(static_cast<std::size_t>(std::max(options.min_split_rows, 2 * options.min_leaf_rows))),
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

void HistogramSearch::begin_tree(TreeRoot& root) {
    gradients_ = root.gradients;
    quantiser_ = root.quantiser;
    root_sums_ = root.sums.empty() ? nullptr : &root.sums;
}

void HistogramSearch::close(std::int32_t node) {
    int& place = place_of(node);
    if (place != kNone) pool_.release(std::exchange(place, kNone));
}

void HistogramSearch::end_tree() {
    for (std::size_t node = 0; node < place_of_node_.size(); ++node)
        close(static_cast<std::int32_t>(node));
}

int& HistogramSearch::place_of(std::int32_t node) {
    const auto index = static_cast<std::size_t>(node);
    if (index >= place_of_node_.size()) place_of_node_.resize(index + 1, kNone);
    return place_of_node_[index];
}

NodeSums HistogramSearch::sums_of(const SearchNode& node) const {
    // Unless rows are counted, `least_` bounds weights: they are row counts (mart), or min_leaf_rows is 1.
    return {quantiser_.gradient(node.total),
            quantiser_.weight(node.total),
            static_cast<double>(node.rows.size()),
            quantiser_.count_shift,
            least_,
            gradients_.format().joined_bits()};
}

std::uint64_t HistogramSearch::fill(std::span<const std::uint32_t> rows, HistogramSums sums) {
    if (on_.bundled()) return on_.bundles->fill(rows, gradients_, sums, bundle_scratch_).stored;
    std::ranges::fill(sums, 0);
    return add_rows(on_.layout, rows, gradients_, sums);
}

void HistogramSearch::root(SearchNode& node) {
    if (!searchable(node)) return;
    if (!keeps_histogram(node)) return search_alone(node);
    const int own = place_of(node.id) = pool_.acquire(sums_size());
    if (root_sums_) {
        std::swap(*root_sums_, pool_.use(own));
        work_ += on_.layout.entries(node.rows);
    } else {
        work_ += fill(node.rows, histogram(own));
    }
    finish(node, search_cuts(on_.layout, histogram(own), sums_of(node)), histogram(own));
}

void HistogramSearch::search_alone(SearchNode& node) {
    if (!searchable(node)) return;
    if (on_.bundled()) {
        work_ += fill(node.rows, scratch_);
        return finish(node, search_cuts(on_.layout, scratch_, sums_of(node)), scratch_);
    }
    const RowSearchResult found = search_rows(on_.layout, node.rows, gradients_, sums_of(node), scratch_);
    work_ += found.used;
    finish(node, found.best, {});
}

void HistogramSearch::children(const SearchNode& parent, SearchNode& left, SearchNode& right) {
    const auto [light, heavy] = light_and_heavy(left, right);
    const int parent_place = std::exchange(place_of(parent.id), kNone);
    if (parent_place == kNone || !searchable(heavy)) {
        sum_children(parent, left, right, gradients_);
        search_alone(light);
        search_alone(heavy);
        if (parent_place != kNone) pool_.release(parent_place);
        return;
    }
    split_from_parent(parent, parent_place, light, heavy);
    if (keeps_histogram(heavy) && heavy.split.feature >= 0)
        place_of(heavy.id) = parent_place;
    else
        pool_.release(parent_place);
}

void HistogramSearch::split_from_parent(const SearchNode& parent, int parent_place, SearchNode& light,
                                        SearchNode& heavy) {
    const bool bundled = on_.bundled() && searchable(light);
    if (!bundled) sum_children(parent, light, heavy, gradients_);
    if (!searchable(light)) {
        const HistogramSums left_over = histogram(parent_place);
        work_ += subtract_rows(on_.layout, light.rows, gradients_, left_over);
        return finish(heavy, search_cuts(on_.layout, left_over, sums_of(heavy)), left_over);
    }
    const int own = keeps_histogram(light) ? (place_of(light.id) = pool_.acquire(sums_size())) : kNone;
    HistogramSums sums;  // the lighter child's sums; empty if not kept
    if (own != kNone) sums = histogram(own);
    LightSums light_sums = own == kNone ? LightSums::dropped : LightSums::kept;
    if (bundled) {
        if (own == kNone) sums = scratch_;
        light_sums = LightSums::filled;
        const FeatureBundles::Filled filled =
            on_.bundles->fill(light.rows, gradients_, sums, bundle_scratch_);
        work_ += filled.stored;
        light.total = filled.total;
        heavy.total = parent.total - light.total;
    }
    const SplitResult result =
        split_and_search(on_.layout, {light.rows, gradients_, histogram(parent_place), sums, light_sums,
                                      scratch_, sums_of(heavy), sums_of(light)});
    work_ += result.used;
    finish(heavy, result.heavy, histogram(parent_place));
    finish(light, result.light, sums);
    if (own != kNone && light.split.feature < 0) close(light.id);  // it stays a leaf
}

void HistogramSearch::finish(SearchNode& node, const BestCut& best, HistogramSums sums) const {
    if (best.feature < 0) return;
    const double g = quantiser_.gradient(node.total), h = quantiser_.weight(node.total);
    const double scaled_gain = best.score * h;
    if (scaled_gain <= kLeastGainShare * g * g / h) return;
    const auto feature = static_cast<std::size_t>(best.feature);
    const data::BinnedColumn& column = on_.matrix.columns[feature];
    const std::uint32_t first_above = best.upper ? column.bin_count - 1 - best.position : best.position + 1;
    // A small node has no histogram: the codes of its rows are read.
    const auto [below, above, both_sides] =
        sums.empty() ? neighbours(column, first_above, node.rows) : neighbour_bins(node, best, sums);
    node.split = {scaled_gain * quantiser_.gain_unit(), best.feature,
                  middle_threshold(on_.cuts.empty() ? nullptr : &on_.cuts[feature], below, above)};
}

NeighbourCodes HistogramSearch::neighbour_bins(const SearchNode& node, const BestCut& best,
                                               HistogramSums sums) const {
    const auto feature = static_cast<std::size_t>(best.feature);
    const std::uint32_t bins = on_.matrix.columns[feature].bin_count,
                        frequent = on_.matrix.columns[feature].frequent_bin;
    const auto empty = [&](std::uint32_t bin) {
        if (bin != frequent)
            return sum_at(sums, on_.layout.slot(feature, bin), gradients_.format()).weight == 0;
        GradientHessian rest = node.total;
        for (std::uint32_t other = 0; other < bins; ++other)
            if (other != frequent) rest -= sum_at(sums, on_.layout.slot(feature, other), gradients_.format());
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

}  // namespace reboost::learners
