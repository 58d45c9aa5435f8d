#pragma once
#include "learners/regression/tree_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace reboost::learners {

/// Searches the columns that a feature selector asks for, one after the other. Among their cuts it takes the
/// one that HistogramSearch would take, bit for bit (kernels/split_search.hpp), ties included.
///
/// A node's edge is √(gain / Σ gradient²/weight of the tree's root): the correlation of the split with the
/// response, in [0,1]. Squared, it is the share of the weighted squared error that the split removes.
class SelectedFeatureSearch {
  public:
    SelectedFeatureSearch(const TreeData& data, const RegressionTreeOptions& options)
        : on_(data),
          min_split_rows_(static_cast<std::size_t>(options.min_split_rows)),
          min_leaf_rows_(static_cast<std::size_t>(options.min_leaf_rows)) {
        std::uint32_t most = 0;
        for (const data::BinnedColumn& column : on_.matrix.columns)
            most = std::max(most, column.bin_count);
        bins_.resize(most);
    }

    /// Restarts the numbering of decisions, which all trees of a round share.
    void begin_round() {
        step_ = 0;
        siblings_ = 0;
    }

    void begin_tree(const TreeRoot& root, FeatureSelector& selector) {
        selector_ = &selector;
        gradients_ = root.gradients;
        quantiser_ = root.quantiser;
        decision_of_node_.clear();
    }
    void root(SearchNode& node) {
        square_sum_ = 0;
        for (const std::uint32_t row : node.rows)
            square_sum_ += quantiser_.gradient(gradients_[row]) * quantiser_.gradient(gradients_[row]) /
                           quantiser_.weight(gradients_[row]);
        square_sum_ *= quantiser_.gain_unit();
        search(node, -1);
    }
    void children(const SearchNode& parent, SearchNode& left, SearchNode& right) {
        sum_children(parent, left, right, gradients_);
        const std::int32_t siblings = siblings_++;
        search(left, siblings);
        search(right, siblings);
    }
    void accept(std::int32_t node, std::int32_t feature) {
        selector_->accept(decision_of_node_[static_cast<std::size_t>(node)],
                          static_cast<std::uint32_t>(feature));
    }
    void close(std::int32_t) {}
    void end_tree() {}
    std::uint64_t work() const { return work_; }

  private:
    struct Bin {
        GradientHessian sum;
        std::uint32_t rows = 0;
    };
    /// A cut between two bins on one side of a column's frequent bin. Bins are added up from the outer end
    /// towards the frequent bin.
    struct SegmentCut {
        double score = 0;                 ///< 0: no cut
        std::uint32_t bin = 0, next = 0;  ///< the non-empty bins on either side of the cut
    };

    void search(SearchNode& node, std::int32_t siblings) {
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
                const double edge =
                    square_sum_ > 0 ? std::sqrt(std::min(split.gain / square_sum_, 1.0)) : 0.0;
                scores_.push_back({feature, edge});
                if (split.gain > best.gain || (split.gain == best.gain && split.feature > best.feature))
                    best = split;
            }
            selector_->report(decision, {scores_});
        }
    }
    RegressionSplit search_column(const SearchNode& node, std::uint32_t feature) {
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
    /// The best cut behind one of the bins `first`, `first` + `step`, … before `end`. Sums, fractions and the
    /// score's rounding to a float are as in the kernels (split_search.isa.cpp).
    SegmentCut best_cut(const SearchNode& node, std::uint32_t first, std::uint32_t end, int step) const {
        const double total_h = quantiser_.weight(node.total),
                     ratio = quantiser_.gradient(node.total) / total_h;
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

    TreeData on_;
    std::size_t min_split_rows_, min_leaf_rows_;
    FeatureSelector* selector_ = nullptr;
    std::uint32_t step_ = 0;
    std::int32_t siblings_ = 0;
    double square_sum_ = 0;  ///< Σ gradient²/weight over the root's rows
    RowGradients gradients_;
    Quantiser quantiser_;
    std::vector<Bin> bins_;
    std::vector<FeatureScore> scores_;
    std::vector<Decision> decision_of_node_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
