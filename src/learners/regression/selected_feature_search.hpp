#pragma once
#include "learners/regression/tree_search.hpp"

namespace reboost::learners {

/// Searches the columns that a feature selector asks for, one after the other. Among their cuts it takes the
/// one that HistogramSearch would take, bit for bit (kernels/split_search.hpp), ties included.
///
/// A node's edge is √(gain / Σ gradient²/weight of the tree's root): the correlation of the split with the
/// response, in [0,1]. Squared, it is the share of the weighted squared error that the split removes.
class SelectedFeatureSearch {
  public:
    SelectedFeatureSearch(const TreeData& data, const RegressionTreeOptions& options);

    /// Restarts the numbering of decisions, which all trees of a round share.
    void begin_round() {
        step_ = 0;
        siblings_ = 0;
    }

    void begin_tree(const TreeRoot& root, FeatureSelector& selector);
    void root(SearchNode& node);
    void children(const SearchNode& parent, SearchNode& left, SearchNode& right);
    void accept(std::int32_t node, std::int32_t feature);
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

    void search(SearchNode& node, std::int32_t siblings);
    RegressionSplit search_column(const SearchNode& node, std::uint32_t feature);
    /// The best cut behind one of the bins `first`, `first` + `step`, … before `end`.
    SegmentCut best_cut(const SearchNode& node, std::uint32_t first, std::uint32_t end, int step) const;

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
