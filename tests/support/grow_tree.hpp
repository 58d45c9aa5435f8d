#pragma once
#include "learners/regression/regression_tree.hpp"
#include "learners/regression/tree_builder.hpp"

#include <span>
#include <vector>

namespace reboost::testing {

/// One tree with its leaves' values, as the forest grows them together: `target` has one tree.
/// node_of_row[i] = the leaf's index in tree.nodes, for each i of `rows` (ascending).
inline learners::RegressionTree grow_tree(learners::RegressionTreeBuilder& builder,
                                          const learners::TreeTargets& target, const learners::LeafRule& rule,
                                          std::span<const std::uint32_t> rows,
                                          std::span<std::uint16_t> node_of_row,
                                          learners::FeatureSelector* selector = nullptr) {
    learners::RegressionTree tree;
    learners::TreeRoot root;
    learners::TreeRoot* const roots[] = {&root};
    builder.prepare(target, builder.measure(target, rows), rows, roots);
    builder.grow(rows, selector, root, tree, node_of_row);
    learners::TargetTile tile;
    const learners::GrownTree grown{&tree, node_of_row.data()};
    set_leaf_values(target, rule, rows, node_of_row.size(), {&grown, 1}, tile);
    return tree;
}

}  // namespace reboost::testing
