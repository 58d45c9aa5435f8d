#pragma once
/// The leaves' values of grown regression trees (abc2010 eq. 9).
#include "learners/regression/kernels/targets.hpp"
#include "learners/regression/tree.hpp"

#include <cstdint>
#include <span>

namespace reboost::learners {

/// A leaf's value is shrinkage · clamp(correction · Σ gradient / Σ hessian, ±clip) (eq. 9; Algorithms 1 and
/// 2).
struct LeafRule {
    double correction = 1;  ///< (K−1)/K in mart and logitboost, 1 in the abc methods
    double shrinkage = 0.1;
    double clip = 50;
};

struct GrownTree {
    RegressionTree* tree = nullptr;
    const std::uint16_t* node_of_row =
        nullptr;  ///< its leaf's index in tree->nodes, of every row of the matrix
};

/// Sets the leaves of trees[t], which fits the t-th target, from its sums over `rows` (ascending), in their
/// order. All trees take a tile of rows together: their targets share what they are made of.
void set_leaf_values(const TreeTargets& targets, const LeafRule& rule, std::span<const std::uint32_t> rows,
                     std::size_t matrix_rows, std::span<const GrownTree> trees, TargetTile& tile);

}  // namespace reboost::learners
