#include "learners/regression_tree_histogram_search.hpp"

#include <algorithm>
#include <utility>

namespace reboost::learners {

namespace {

/// A node whose stored values are fewer than this share of the slots keeps no histogram: filling costs less
/// than keeping.
constexpr double kKeepShare = 0.5;

}  // namespace

HistogramSearch::HistogramSearch(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                                 const GradientLayout& layout, const RegressionTreeOptions& options,
                                 SplitCriterion criterion)
    : matrix_(matrix),
      cuts_(cuts),
      layout_(layout),
      criterion_(criterion),
      min_split_rows_(static_cast<std::size_t>(options.min_split_rows)),
      counted_(criterion == SplitCriterion::logit && options.min_leaf_rows > 1),
      scratch_(buffer_size()) {
    std::size_t entries = 0;
    for (const GradientBlock& block : layout.blocks())
        entries += block.entries.size();
    const double per_row =
        static_cast<double>(entries) / static_cast<double>(std::max<std::size_t>(layout.rows(), 1));
    keep_rows_ =
        static_cast<std::size_t>(kKeepShare * static_cast<double>(layout.slots()) / std::max(per_row, 1.0));
    // In mart a weight is a number of rows; elsewhere every row weighs at least one unit.
    if (criterion == SplitCriterion::mart) min_weight_ = static_cast<double>(options.min_leaf_rows);
    min_rows_ = static_cast<double>(options.min_leaf_rows);
}

void HistogramSearch::begin_tree(TreeRoot& root) {
    pairs_ = root.pairs;
    grid_ = root.grid;
    root_sums_ = root.sums.empty() ? nullptr : &root.sums;
}

void HistogramSearch::end_tree() {
    for (int& buffer : buffer_of_node_)
        if (buffer != kNone) free_buffers_.push_back(std::exchange(buffer, kNone));
}

int HistogramSearch::acquire(bool cleared) {
    if (free_buffers_.empty()) {
        free_buffers_.push_back(static_cast<int>(buffers_.size()));
        buffers_.emplace_back(buffer_size());
    }
    const int index = free_buffers_.back();
    free_buffers_.pop_back();
    if (cleared) std::ranges::fill(buffers_[static_cast<std::size_t>(index)], 0.0);
    return index;
}

int& HistogramSearch::buffer_of(std::int32_t node) {
    const auto index = static_cast<std::size_t>(node);
    if (index >= buffer_of_node_.size()) buffer_of_node_.resize(index + 1, kNone);
    return buffer_of_node_[index];
}

NodeSums HistogramSearch::sums_of(const SearchNode& node) const {
    return {node.total, min_weight_, static_cast<double>(node.rows.size()), min_rows_};
}

std::size_t HistogramSearch::buffer_size() const {
    return 2 * layout_.slots() + (counted_ ? (layout_.slots() + 1) / 2 : 0);
}

GradientSums HistogramSearch::sums_of(AlignedVector<double>& buffer) const {
    const std::size_t pairs = 2 * layout_.slots();
    if (!counted_) return std::span<double>(buffer.data(), pairs);
    return {{buffer.data(), pairs},
            {reinterpret_cast<std::uint32_t*>(buffer.data() + pairs), layout_.slots()}};
}

/// Exchanges the prepared root histogram for `buffer`, and adds the counts that it lacks.
void HistogramSearch::take_root(std::span<const std::uint32_t> rows, AlignedVector<double>& buffer) {
    std::swap(*root_sums_, buffer);
    buffer.resize(buffer_size());
    for (const std::uint32_t row : rows)
        work_ += layout_.entries(row);
    if (!counted_) return;
    if (!std::ranges::equal(rows, root_rows_)) {
        root_rows_.assign(rows.begin(), rows.end());
        root_counts_ = count_rows(layout_, rows);
    }
    std::ranges::copy(root_counts_, sums_of(buffer).counts.begin());
}

RegressionSplit HistogramSearch::root(const SearchNode& node) {
    if (!searchable(node)) return {};
    if (!keeps_histogram(node)) return search_alone(node);
    const int own = buffer_of(node.id) = acquire(root_sums_ == nullptr);
    if (root_sums_) {
        take_root(node.rows, buffers_[static_cast<std::size_t>(own)]);
    } else {
        work_ += add_rows(layout_, node.rows, pairs_, buffer(own));
    }
    return finish(node, search_cuts(layout_, buffer(own), sums_of(node)), buffer(own));
}

RegressionSplit HistogramSearch::search_alone(const SearchNode& node) {
    if (!searchable(node)) return {};
    work_ += add_rows(layout_, node.rows, pairs_, sums_of(scratch_));
    const RegressionSplit split =
        finish(node, search_cuts(layout_, sums_of(scratch_), sums_of(node)), sums_of(scratch_));
    clear_rows(layout_, node.rows, sums_of(scratch_));
    return split;
}

void HistogramSearch::children(std::int32_t parent, const SearchNode& left, const SearchNode& right,
                               RegressionSplit& left_split, RegressionSplit& right_split) {
    const bool left_is_light = left.rows.size() <= right.rows.size();
    const SearchNode& light = left_is_light ? left : right;
    const SearchNode& heavy = left_is_light ? right : left;
    RegressionSplit& light_split = left_is_light ? left_split : right_split;
    RegressionSplit& heavy_split = left_is_light ? right_split : left_split;
    light_split = heavy_split = {};
    const int parent_buffer = std::exchange(buffer_of(parent), kNone);
    if (parent_buffer == kNone || !searchable(heavy)) {
        light_split = search_alone(light);
        heavy_split = search_alone(heavy);
        if (parent_buffer != kNone) free_buffers_.push_back(parent_buffer);
        return;
    }
    split_from_parent(parent_buffer, light, heavy, light_split, heavy_split);
    if (keeps_histogram(heavy) && heavy_split.feature >= 0)
        buffer_of(heavy.id) = parent_buffer;
    else
        free_buffers_.push_back(parent_buffer);
}

void HistogramSearch::split_from_parent(int parent_buffer, const SearchNode& light, const SearchNode& heavy,
                                        RegressionSplit& light_split, RegressionSplit& heavy_split) {
    const GradientSums parent = buffer(parent_buffer);
    if (!searchable(light)) {
        work_ += subtract_rows(layout_, light.rows, pairs_, parent);
        heavy_split = finish(heavy, search_cuts(layout_, parent, sums_of(heavy)), parent);
        return;
    }
    const int own = keeps_histogram(light) ? (buffer_of(light.id) = acquire(true)) : kNone;
    const GradientSums sums = own == kNone ? sums_of(scratch_) : buffer(own);
    work_ += add_rows(layout_, light.rows, pairs_, sums);
    BestCut heavy_best, light_best;
    subtract_and_search(layout_, buffer(parent_buffer), sums, sums_of(heavy), sums_of(light), heavy_best,
                        light_best);
    heavy_split = finish(heavy, heavy_best, buffer(parent_buffer));
    light_split = finish(light, light_best, sums);
    if (own == kNone)
        clear_rows(layout_, light.rows, sums_of(scratch_));
    else if (light_split.feature < 0)  // a leaf for good
        free_buffers_.push_back(std::exchange(buffer_of(light.id), kNone));
}

RegressionSplit HistogramSearch::finish(const SearchNode& node, const BestCut& best,
                                        GradientSums sums) const {
    if (best.feature < 0) return {};
    const double scaled_gain = best.score * node.total.weight;
    if (scaled_gain <= kLeastGainShare * node.total.gradient * node.total.gradient / node.total.weight)
        return {};
    const auto feature = static_cast<std::size_t>(best.feature);
    const std::uint32_t bins = matrix_.columns[feature].bin_count,
                        frequent = matrix_.columns[feature].frequent_bin;
    const auto weight = [&](std::uint32_t bin) { return sums[2 * layout_.slot(feature, bin) + 1]; };
    const auto empty = [&](std::uint32_t bin) {
        if (bin != frequent) return weight(bin) == 0;
        double rest = node.total.weight;
        for (std::uint32_t other = 0; other < bins; ++other)
            if (other != frequent) rest -= weight(other);
        return rest == 0;
    };
    std::uint32_t below = best.position, above = bins - 1 - best.position;
    if (best.upper) {
        below = above - 1;
        while (empty(below))
            --below;
    } else {
        above = below + 1;
        while (empty(above))
            ++above;
    }
    return {scaled_gain * grid_.gain_unit(), best.feature,
            middle_threshold(cuts_.empty() ? nullptr : &cuts_[feature], below, above)};
}

}  // namespace reboost::learners
