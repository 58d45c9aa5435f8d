#include "learners/priced/cart.hpp"

#include "core/order.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace reboost::learners {
namespace {

struct Counts {
    double negative = 0, positive = 0;
    void add(std::int8_t label) { (label > 0 ? positive : negative) += 1; }
    double total() const { return negative + positive; }
    /// Rows × Gini impurity / 2 = negative · positive / total.
    double impurity() const { return total() > 0 ? negative * positive / total() : 0; }
};

using Members = std::span<std::uint32_t>;

struct Grower {
    const data::BinnedMatrix& rows;
    const data::Labels& labels;
    DecisionTree tree{};
    std::vector<Counts> bins{};

    /// Returns threshold 0 if no split lowers the impurity.
    Split best_split(Members members, const Counts& all) {
        Split best;
        double least = all.impurity() * (1 - 1e-12);
        for (std::uint32_t f = 0; f < rows.features(); ++f) {
            bins.assign(rows.columns[f].bin_count, {});
            std::visit(
                [&](const auto& codes) {
                    for (const std::uint32_t i : members)
                        bins[codes[i]].add(labels.y[i]);
                },
                rows.columns[f].codes);
            tree.work += members.size();
            Counts below;
            for (std::uint32_t t = 1; t < bins.size(); ++t) {
                below.negative += bins[t - 1].negative;
                below.positive += bins[t - 1].positive;
                const Counts above{all.negative - below.negative, all.positive - below.positive};
                const double impurity = below.impurity() + above.impurity();
                if (impurity >= least * (1 - 1e-12) || below.total() == 0 || above.total() == 0) continue;
                least = impurity;
                best = {f, t};
            }
        }
        return best;
    }

    /// A node to grow: its rows, and the link that leads to it.
    struct Task {
        Members members;
        std::int32_t parent;  ///< -1: the root
        std::int32_t TreeNode::*link;
    };

    /// Depth-first: a parent, then all below its cut, then all above. A cut reorders its range of `members`.
    void grow(Members members) {
        std::vector<TreeNode>& nodes = tree.nodes;
        std::vector<Task> open{{members, -1, nullptr}};
        while (!open.empty()) {
            const Task task = open.back();
            open.pop_back();
            const auto index = static_cast<std::int32_t>(nodes.size());
            TreeNode node;
            if (task.parent >= 0) {
                TreeNode& parent = nodes[static_cast<std::size_t>(task.parent)];
                parent.*task.link = index;
                node.prediction = parent.prediction;
            }
            Counts all;
            for (const std::uint32_t i : task.members)
                all.add(labels.y[i]);
            if (all.positive != all.negative) node.prediction = all.positive > all.negative ? 1 : -1;
            node.errors = std::min(all.positive, all.negative);
            const Split split = all.impurity() > 0 ? best_split(task.members, all) : Split{};
            if (split.threshold > 0) {
                node.split = split;
                const auto above = std::partition(
                    task.members.begin(), task.members.end(),
                    [&](std::uint32_t row) { return rows.columns[split.feature].at(row) < split.threshold; });
                open.push_back({{above, task.members.end()}, index, &TreeNode::above});
                open.push_back({{task.members.begin(), above}, index, &TreeNode::below});
            }
            nodes.push_back(node);
        }
    }
};

}  // namespace

DecisionTree grow_tree(const data::BinnedMatrix& rows, const data::Labels& labels) {
    std::vector<std::uint32_t> members = indices<std::uint32_t>(rows.rows);
    Grower grower{rows, labels};
    grower.grow(members);
    return std::move(grower.tree);
}

std::vector<PruningStep> weakest_links(const DecisionTree& tree) {
    const std::vector<TreeNode>& nodes = tree.nodes;
    std::vector<std::uint8_t> leaf(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        leaf[i] = nodes[i].leaf() ? 1 : 0;
    std::vector<double> errors(nodes.size()), leaves(nodes.size());
    std::vector<PruningStep> order;
    std::size_t left = nodes.size();
    while (leaf[0] == 0) {
        std::size_t weakest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = nodes.size(); i-- > 0;) {  // children before parents
            const TreeNode& node = nodes[i];
            if (leaf[i] != 0) {
                errors[i] = node.errors;
                leaves[i] = 1;
                continue;
            }
            const auto below = static_cast<std::size_t>(node.below),
                       above = static_cast<std::size_t>(node.above);
            errors[i] = errors[below] + errors[above];
            leaves[i] = leaves[below] + leaves[above];
            const double link = (node.errors - errors[i]) / (leaves[i] - 1);
            if (link >= least) continue;
            least = link;
            weakest = i;
        }
        leaf[weakest] = 1;
        // Descendants of a collapsed node are out of reach: marked as leaves, they cannot be weakest again.
        for (std::size_t i = weakest; i < nodes.size(); ++i)
            if (leaf[i] != 0 && !nodes[i].leaf())
                leaf[static_cast<std::size_t>(nodes[i].below)] =
                    leaf[static_cast<std::size_t>(nodes[i].above)] = 1;
        left -= 2 * static_cast<std::size_t>(leaves[weakest] - 1);
        order.push_back({weakest, left});
    }
    return order;
}

TreeAnswers answers(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed,
                    const data::BinnedMatrix& rows, const CutPrices& prices) {
    TreeAnswers result;
    result.prediction.reserve(rows.rows);
    std::vector<std::size_t> paid;
    for (std::size_t i = 0; i < rows.rows; ++i) {
        paid.clear();
        std::size_t at = 0;
        while (collapsed[at] == 0 && !tree.nodes[at].leaf()) {
            const TreeNode& node = tree.nodes[at];
            const std::size_t item = prices.item(node.split.feature, node.split.threshold);
            if (std::ranges::find(paid, item) == paid.end()) {
                paid.push_back(item);
                result.mean_price += prices.of_item(item);
            }
            const bool above = rows.columns[node.split.feature].at(i) >= node.split.threshold;
            at = static_cast<std::size_t>(above ? node.above : node.below);
        }
        result.prediction.push_back(tree.nodes[at].prediction);
    }
    if (rows.rows > 0) result.mean_price /= static_cast<double>(rows.rows);
    return result;
}

}  // namespace reboost::learners
