#pragma once
/// Grows one regression tree with J leaves, best-first (abc2010 §1.2).
#include "learners/regression/histogram_search.hpp"
#include "learners/regression/leaves.hpp"
#include "learners/regression/selected_feature_search.hpp"
#include "learners/regression/tree.hpp"

#include <span>
#include <vector>

namespace reboost::learners {

/// Owns the buffers that growing needs, so that rounds allocate next to nothing. One per thread.
class RegressionTreeBuilder {
  public:
    /// Matrix, cuts (empty: thresholds in the middle code), layout and bundles (null: none) outlive the
    /// builder. Throws UsageError for options out of range.
    RegressionTreeBuilder(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                          const HistogramLayout& layout, const RegressionTreeOptions& options,
                          SplitCriterion criterion, const FeatureBundles* bundles = nullptr);

    /// Grows a tree on `rows` (ascending). With a `selector` that is not exhaustive, it says which columns
    /// each node searches; the caller opens and closes its round. node_of_row[i] = the leaf's index in
    /// tree.nodes, for each i of `rows`. `target` has one tree.
    void grow(const TreeTargets& target, const LeafRule& rule, std::span<const std::uint32_t> rows,
              FeatureSelector* selector, RegressionTree& tree, std::span<std::uint16_t> node_of_row);

    /// The same from a root that is prepared, with quantised rows and perhaps the root histogram (used
    /// where no selector narrows the search, and then exchanged for another buffer). The leaves have no
    /// values yet.
    void grow(std::span<const std::uint32_t> rows, FeatureSelector* selector, TreeRoot& root,
              RegressionTree& tree, std::span<std::uint16_t> node_of_row);
    /// How far the targets reach, for `prepare`.
    std::vector<TargetExtent> measure(const TreeTargets& targets, std::span<const std::uint32_t> rows);
    /// Quantises the targets' rows: one root per tree.
    void prepare(const TreeTargets& targets, std::span<const TargetExtent> extents,
                 std::span<const std::uint32_t> rows, std::span<TreeRoot* const> roots);
    /// The selector's decisions count from 0 again.
    void begin_round() { selected_search_.begin_round(); }
    /// Stored feature values scanned since construction.
    std::uint64_t work() const { return histogram_search_.work() + selected_search_.work(); }
    /// Share of Σ gradient²/weight at the root that the last tree's splits explain; √ of it is the tree's
    /// edge, in [0,1].
    double explained() const { return explained_; }

  private:
    RowWeights weights() const {
        return criterion_ == SplitCriterion::mart ? RowWeights::ones : RowWeights::hessians;
    }
    /// A leaf of the growing tree: its rows stand at begin … end of rows_.
    struct Open {
        std::int32_t node = 0, parent = -1;
        std::size_t begin = 0, end = 0;
        GradientHessian total;
        RegressionSplit split;
        /// The heap's order: the largest gain first, of equals the older node.
        bool operator<(const Open& other) const {
            return split.gain != other.split.gain ? split.gain < other.split.gain : node > other.node;
        }
    };
    template <class Search>
    void grow_with(Search& search, const GradientHessian& total, RegressionTree& tree);
    template <class Search>
    bool split_best(Search& search, RegressionTree& tree, bool search_children);
    /// With so many splits to come, leaves that as many others gain more than stay leaves. They are looked
    /// for whenever the splits to come have halved: J log J steps a tree.
    template <class Search>
    void close_leaves(Search& search, std::size_t splits);
    std::span<std::uint32_t> rows_of(const Open& open);

    const data::BinnedMatrix& matrix_;
    RegressionTreeOptions options_;
    SplitCriterion criterion_;
    bool bundled_;
    HistogramSearch histogram_search_;
    SelectedFeatureSearch selected_search_;
    TreeRoot own_root_;
    TargetTile tile_;
    std::vector<std::uint32_t> rows_, scratch_;
    std::vector<Open> open_;    ///< a heap: the largest gain first
    std::vector<Open> ranked_;  ///< of close_leaves
    std::size_t close_at_ = 0;  ///< splits to come when leaves are next closed
    double gained_ = 0, explained_ = 0;
};

}  // namespace reboost::learners
