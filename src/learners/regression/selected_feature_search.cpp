#include "learners/regression/selected_feature_search.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::learners {

SelectedFeatureSearch::SelectedFeatureSearch(const TreeData& data, const RegressionTreeOptions& options)
    : on_(data),
      min_split_rows_(static_cast<std::size_t>(options.min_split_rows)),
      min_leaf_rows_(static_cast<std::size_t>(options.min_leaf_rows)) {
    std::uint32_t most = 0;
    for (const data::BinnedColumn& column : on_.matrix.columns)
        most = std::max(most, column.bin_count);
    bins_.resize(most);
}

void SelectedFeatureSearch::begin_tree(const TreeRoot& root, FeatureSelector& selector) {
    selector_ = &selector;
    gradients_ = root.gradients;
    quantiser_ = root.quantiser;
    decision_of_node_.clear();
}

void SelectedFeatureSearch::root(SearchNode& node) {
    square_sum_ = 0;
    for (const std::uint32_t row : node.rows)
        square_sum_ += quantiser_.gradient(gradients_[row]) * quantiser_.gradient(gradients_[row]) /
                       quantiser_.weight(gradients_[row]);
    square_sum_ *= quantiser_.gain_unit();
    search(node, -1);
}

void SelectedFeatureSearch::children(const SearchNode& parent, SearchNode& left, SearchNode& right) {
    sum_children(parent, left, right, gradients_);
    const std::int32_t siblings = siblings_++;
    search(left, siblings);
    search(right, siblings);
}

void SelectedFeatureSearch::accept(std::int32_t node, std::int32_t feature) {
    selector_->accept(decision_of_node_[static_cast<std::size_t>(node)], static_cast<std::uint32_t>(feature));
}

void SelectedFeatureSearch::search(SearchNode& node, std::int32_t siblings) {
    RegressionSplit& best = node.split;
    if (node.rows.size() < std::max<std::size_t>(min_split_rows_, 2)) return;
    const Decision decision{step_++, node.id, node.parent, siblings};
    const auto index = static_cast<std::size_t>(node.id);
    if (index >= decision_of_node_.size()) decision_of_node_.resize(index + 1);
    decision_of_node_[index] = decision;
    for (Query query = selector_->next_query(decision); !query.features.empty();
         query = selector_->next_query(decision)) {
        scores_.clear();
        for (const std::uint32_t feature : query.features) {
            const RegressionSplit split = search_column(node, feature);
            const double edge = square_sum_ > 0 ? std::sqrt(std::min(split.gain / square_sum_, 1.0)) : 0.0;
            scores_.push_back({feature, edge});
            if (split.gain > best.gain || (split.gain == best.gain && split.feature > best.feature))
                best = split;
        }
        selector_->report(decision, {scores_});
    }
}

RegressionSplit SelectedFeatureSearch::search_column(const SearchNode& node, std::uint32_t feature) {
    const data::BinnedColumn& column = on_.matrix.columns[feature];
    std::fill_n(bins_.begin(), column.bin_count, Bin{});
    std::visit(
        [&](const auto& codes) {
            for (const std::uint32_t row : node.rows) {
                Bin& bin = bins_[codes[row]];
                bin.sum += gradients_[row];
                ++bin.rows;
            }
        },
        column.codes);
    work_ += node.rows.size() - bins_[column.frequent_bin].rows;
    const SegmentCut lower = best_cut(node, 0, column.frequent_bin, 1),
                     upper = best_cut(node, column.bin_count - 1, column.frequent_bin, -1);
    const bool is_upper = upper.score > lower.score;
    const double total_g = quantiser_.gradient(node.total), total_h = quantiser_.weight(node.total);
    const double gain = std::max(lower.score, upper.score) * total_h;
    if (gain <= kLeastGainShare * total_g * total_g / total_h) return {};
    return {gain * quantiser_.gain_unit(), static_cast<std::int32_t>(feature),
            middle_threshold(on_.cuts.empty() ? nullptr : &on_.cuts[feature],
                             is_upper ? upper.next : lower.bin, is_upper ? upper.bin : lower.next)};
}

/// Sums, fractions and the score's rounding to a float are as in the kernels (split_search.isa.cpp).
SelectedFeatureSearch::SegmentCut SelectedFeatureSearch::best_cut(const SearchNode& node, std::uint32_t first,
                                                                  std::uint32_t end, int step) const {
    const double total_h = quantiser_.weight(node.total), ratio = quantiser_.gradient(node.total) / total_h;
    const auto after = [step](std::uint32_t bin) { return bin + static_cast<std::uint32_t>(step); };
    Bin side;
    SegmentCut best;
    double numerator = 0, denominator = 1;
    for (std::uint32_t bin = first; bin != end; bin = after(bin)) {
        side.sum += bins_[bin].sum;
        side.rows += bins_[bin].rows;
        if (side.rows < min_leaf_rows_ || node.rows.size() - side.rows < min_leaf_rows_) continue;
        const double h = quantiser_.weight(side.sum), d = quantiser_.gradient(side.sum) - ratio * h;
        const double cut_denominator = h * (total_h - h);
        if (d * d * denominator <= numerator * cut_denominator) continue;
        numerator = d * d;
        denominator = cut_denominator;
        best.bin = bin;
    }
    best.score = static_cast<double>(static_cast<float>(numerator / denominator));
    if (best.score > 0)
        for (best.next = after(best.bin); bins_[best.next].rows == 0;)
            best.next = after(best.next);
    return best;
}

}  // namespace reboost::learners
