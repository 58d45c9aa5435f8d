#pragma once
/// The trained regression tree of mart, logitboost and their abc forms.
#include "core/state.hpp"
#include "data/binning.hpp"
#include "learners/regression/kernels/quantiser.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// One node. Inner: rows whose code of `feature` is ≥ `threshold` go to `right`. Leaf: `feature` is −1.
struct RegressionNode {
    std::int32_t feature = -1;
    std::uint32_t threshold = 0;
    std::int32_t left = -1, right = -1;
    double value = 0;  ///< leaf: the step added to F, shrinkage included; inner node: 0
    bool is_leaf() const { return feature < 0; }
    bool operator==(const RegressionNode&) const = default;
};

/// Node 0 is the root; children come after their parent, in the order in which nodes were split.
struct RegressionTree {
    std::vector<RegressionNode> nodes;

    std::size_t leaves() const { return (nodes.size() + 1) / 2; }
    bool operator==(const RegressionTree&) const = default;
};

/// Routes rows down trees node by node: one pass over one column per node. Buffers are reused.
class RowRouter {
  public:
    /// scores[i] += the value of row i's leaf, for all rows of the matrix.
    void add_values(const RegressionTree& tree, const data::BinnedMatrix& matrix, std::span<double> scores);
    /// node_of_row[i] = index of row i's leaf among tree.nodes, for each i of `rows`.
    void find_leaves(const RegressionTree& tree, const data::BinnedMatrix& matrix,
                     std::span<const std::uint32_t> rows, std::span<std::uint16_t> node_of_row);

  private:
    template <class LeafVisitor>
    void route(const RegressionTree& tree, const data::BinnedMatrix& matrix, LeafVisitor&& visit);

    std::vector<std::uint32_t> rows_, scratch_;
    std::vector<std::size_t> begin_, end_;
};

/// Flat arrays: tree t has nodes offsets[t] … offsets[t+1] − 1. Throws DataError if loaded arrays do not fit.
void state_of_trees(StateIO& io, std::vector<RegressionTree>& trees);

/// A leaf's value: shrinkage · clamp(correction · Σ gradient / Σ hessian, ±clip) (eq. 9; Algorithms 1, 2).
struct LeafRule {
    double correction = 1;  ///< (K−1)/K in mart and logitboost, 1 in the abc methods
    double shrinkage = 0.1;
    double clip = 50;
};

struct GrownTree {
    RegressionTree* tree = nullptr;
    const std::uint16_t* node_of_row =
        nullptr;  ///< for every row of the matrix: its leaf's index in tree->nodes
};

/// Sets the leaf values of trees[t], which fits the t-th target, from sums over `rows` (ascending), in row
/// order. All trees use a tile of rows together, because their targets are computed from shared values.
void set_leaf_values(const TreeTargets& targets, const LeafRule& rule, std::span<const std::uint32_t> rows,
                     std::size_t matrix_rows, std::span<const GrownTree> trees, TargetTile& tile);

}  // namespace reboost::learners
