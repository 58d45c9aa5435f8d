#pragma once
/// Decision trees on the binary features of budgeted problems (ijcai2015 section 7), by CART (Breiman et al.
/// 1984; the paper does not say how): grown by Gini impurity while a cut lowers it, pruned by weakest links.
/// (The regression tree builder breaks ties otherwise: of equal gains it takes the last column.)
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/priced/account.hpp"

#include <cstdint>
#include <vector>

namespace reboost::learners {

struct TreeNode {
    Split split;
    std::int32_t below = -1, above = -1;  ///< children; −1: a leaf of the full tree
    std::int8_t prediction = 1;  ///< majority class of the node's rows; if equal, the parent's prediction
    double errors = 0;           ///< number of the node's training rows of the other class
    bool leaf() const { return below < 0; }
};

/// Node 0 is the root; children follow their parents.
struct DecisionTree {
    std::vector<TreeNode> nodes;
    std::uint64_t work = 0;  ///< stored feature values read while growing
};

/// `labels` are binary. Ties between equally good splits: the lowest column, then the lowest threshold.
DecisionTree grow_tree(const data::BinnedMatrix& rows, const data::Labels& labels);

/// A step of pruning: an inner node becomes a leaf.
struct PruningStep {
    std::size_t node;
    std::size_t nodes_left;  ///< nodes of the tree after the step, leaves included
};
/// The nested sequence of pruned trees. Each step's subtree saves the least training error per leaf (weakest
/// link; ties: the highest number). The last step's node is the root.
std::vector<PruningStep> weakest_links(const DecisionTree& tree);

/// The predictions for the rows if each node with collapsed[node] ≠ 0 is a leaf. A path pays a feature once.
struct TreeAnswers {
    std::vector<std::int8_t> prediction;
    double mean_price = 0;  ///< mean over the rows of their paths' prices
};
TreeAnswers answers(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed,
                    const data::BinnedMatrix& rows, const CutPrices& prices);

}  // namespace reboost::learners
