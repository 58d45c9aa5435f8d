#pragma once
/// Grows one regression tree with J leaves, best-first (abc2010 §1.2).
#include "learners/regression/histogram_search.hpp"
#include "learners/regression/regression_tree.hpp"
#include "learners/regression/selected_feature_search.hpp"

#include <span>
#include <vector>

namespace reboost::learners {

/// Owns the buffers for growing, so that rounds hardly allocate. One per thread.
class RegressionTreeBuilder {
  public:
    RegressionTreeBuilder(const TreeData& data, const RegressionTreeOptions& options,
                          SplitCriterion criterion);

    /// The extent of each target's values, for `prepare`.
    std::vector<TargetExtent> measure(const TreeTargets& targets, std::span<const std::uint32_t> rows);
    /// Quantises each target on `rows`; roots[t] is the root of the tree for target t.
    void prepare(const TreeTargets& targets, std::span<const TargetExtent> extents,
                 std::span<const std::uint32_t> rows, std::span<TreeRoot* const> roots);
    /// Grows a tree on `rows` (ascending) from a root that `prepare` has quantised. If root.sums holds the
    /// root histogram, a search of all columns uses it and swaps it for another buffer. A `selector` that is
    /// not exhaustive says which columns each node searches; the caller opens and closes its round.
    /// node_of_row[i] = the leaf's index in tree.nodes, for each i of `rows`. The leaves have no values yet
    /// (`set_leaf_values`).
    void grow(std::span<const std::uint32_t> rows, FeatureSelector* selector, TreeRoot& root,
              RegressionTree& tree, std::span<std::uint16_t> node_of_row);
    /// Restarts the numbering of the selector's decisions at 0.
    void begin_round() { selected_search_.begin_round(); }
    /// Stored feature values scanned since construction.
    std::uint64_t work() const { return histogram_search_.work() + selected_search_.work(); }
    /// Share in [0,1] of the root's Σ gradient²/weight that the last tree explains; edge = its square root.
    double explained() const { return explained_; }

  private:
    template <class Search>
    void grow_with(Search& search, const GradientHessian& total, RegressionTree& tree);
    template <class Search>
    bool split_best(Search& search, RegressionTree& tree, bool search_children);

    TreeData on_;
    RegressionTreeOptions options_;
    SplitCriterion criterion_;
    HistogramSearch histogram_search_;
    SelectedFeatureSearch selected_search_;
    TargetTile tile_;
    std::vector<std::uint32_t> rows_, scratch_;
    std::vector<SearchNode> open_;    ///< a heap: the largest gain first
    std::vector<SearchNode> ranked_;  ///< the same, partly ordered by gain, to close leaves
    double gained_ = 0, explained_ = 0;
};

}  // namespace reboost::learners
