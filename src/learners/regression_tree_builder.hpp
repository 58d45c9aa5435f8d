#pragma once
/// Grows one regression tree with J leaves, best-first (abc2010 §1.2).
#include "learners/regression_tree.hpp"
#include "learners/regression_tree_search.hpp"

#include <memory>
#include <span>
#include <vector>

namespace reboost::learners {

/// What the tree fits: per row of the training matrix, minus the first and the second derivative of the loss
/// by F.
struct TreeTarget {
    std::span<const double> gradient;  ///< −∂L/∂F: r − p, or its abc form (eq. 10)
    std::span<const double> hessian;   ///< ∂²L/∂F² > 0 (eq. 4 or 11)
};

/// A leaf's value is shrinkage · clamp(correction · Σ gradient / Σ hessian, ±clip) (eq. 9; Algorithms 1 and
/// 2).
struct LeafRule {
    double correction = 1;  ///< (K−1)/K in mart and logitboost, 1 in the abc methods
    double shrinkage = 0.1;
    double clip = 50;
};

/// Owns all buffers that growing needs, so that rounds do not allocate. One a thread.
class RegressionTreeBuilder {
  public:
    /// Matrix, cuts (empty: thresholds in the middle code), layout and bundles (null: none) outlive the
    /// builder. Throws UsageError for options out of range.
    RegressionTreeBuilder(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                          const GradientLayout& layout, const RegressionTreeOptions& options,
                          SplitCriterion criterion, const GradientBundles* bundles = nullptr);
    ~RegressionTreeBuilder();

    /// Grows a tree on `rows` (ascending). With a `selector` that is not exhaustive, it says which columns
    /// each node searches; the caller opens and closes its round. node_of_row[i] = the leaf's index in
    /// tree.nodes, for each i of `rows`.
    void grow(const TreeTarget& target, const LeafRule& rule, std::span<const std::uint32_t> rows,
              FeatureSelector* selector, RegressionTree& tree, std::span<std::uint16_t> node_of_row);

    /// The same from a root that is prepared: `target`'s rows on the grid, and perhaps the root histogram
    /// (used where no selector narrows the search, and then exchanged for another buffer).
    void grow(const TreeTarget& target, const LeafRule& rule, std::span<const std::uint32_t> rows,
              FeatureSelector* selector, TreeRoot& root, RegressionTree& tree,
              std::span<std::uint16_t> node_of_row);
    /// Puts the target's rows on the grid.
    void prepare(const TreeTarget& target, std::span<const std::uint32_t> rows, TreeRoot& root) const;
    /// The selector's decisions count from 0 again.
    void begin_round();
    /// Stored feature values scanned since construction.
    std::uint64_t work() const;
    /// Share of Σ gradient²/weight at the root that the last tree's splits explain; √ of it is the tree's
    /// edge, in [0,1].
    double explained() const { return explained_; }

  private:
    struct Open;
    void start(const GradientPair& total, RegressionTree& tree);
    bool split_best(RegressionTree& tree, bool search_children);
    void finish_leaves(const TreeTarget& target, const LeafRule& rule, RegressionTree& tree,
                       std::span<std::uint16_t> node_of_row);
    std::span<std::uint32_t> rows_of(const Open& open);

    const data::BinnedMatrix& matrix_;
    RegressionTreeOptions options_;
    SplitCriterion criterion_;
    std::unique_ptr<SplitSearch> histogram_search_, query_search_;
    SplitSearch* search_ = nullptr;
    TreeRoot own_root_;
    std::vector<std::uint32_t> rows_, scratch_;
    std::vector<Open> open_;  ///< a heap: the largest gain first
    double gained_ = 0, explained_ = 0;
};

}  // namespace reboost::learners
