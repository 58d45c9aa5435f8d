#pragma once
/// Decision trees on the binary features of budgeted problems (ijcai2015 section 7), by CART (Breiman et al.
/// 1984; the paper does not say how): grown by Gini impurity while a cut lowers it, pruned by weakest links.
/// (The regression tree builder takes other cuts: of equal gains the last column's.)
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/priced/account.hpp"

#include <cstdint>
#include <vector>

namespace reboost::learners {

struct TreeNode {
    Split split;
    std::int32_t below = -1, above = -1;  ///< children; −1: a leaf of the full tree
    std::int8_t prediction = 1;  ///< the node's majority; of two equally frequent classes its parent's
    double errors = 0;           ///< training rows of the node not of that class
    bool leaf() const { return below < 0; }
};

/// Node 0 is the root; children follow their parents.
struct DecisionTree {
    std::vector<TreeNode> nodes;
    std::uint64_t work = 0;  ///< stored feature values read while growing
};

/// Labels are binary. Of splits that lower the impurity alike the lowest column wins, then the threshold.
DecisionTree grow_tree(const data::BinnedMatrix& rows, const data::Labels& labels);

/// The nested sequence of pruned trees: entry i is the inner node collapsed in step i, that whose subtree
/// gains least training error per leaf (weakest link; of equals the node made last). The last is the root.
std::vector<std::int32_t> weakest_links(const DecisionTree& tree);

/// Where each row ends if the nodes in `collapsed` are leaves, and its path's cost; a feature is paid once.
struct TreeAnswers {
    std::vector<std::int8_t> prediction;
    double mean_price = 0;  ///< of a row's path
};
TreeAnswers answers(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed,
                    const data::BinnedMatrix& rows, const CutPrices& prices);

/// Nodes, leaves included, that are left.
std::size_t count_nodes(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed);

}  // namespace reboost::learners
