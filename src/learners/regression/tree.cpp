#include "learners/regression/tree.hpp"

#include "learners/kernels/row_partition.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace reboost::learners {

template <class LeafVisitor>
void RowRouter::route(const RegressionTree& tree, const data::BinnedMatrix& matrix, LeafVisitor&& visit) {
    scratch_.resize(std::max(scratch_.size(), rows_.size()));
    begin_.assign(tree.nodes.size(), 0);
    end_.assign(tree.nodes.size(), 0);
    end_[0] = rows_.size();
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {  // children come after their parent
        const RegressionNode& n = tree.nodes[node];
        const std::span<std::uint32_t> rows(rows_.data() + begin_[node], end_[node] - begin_[node]);
        if (n.is_leaf()) {
            visit(node, rows);
            continue;
        }
        const auto feature = static_cast<std::size_t>(n.feature);
        const std::size_t left = partition_rows(matrix.columns[feature], n.threshold, rows, scratch_);
        const auto l = static_cast<std::size_t>(n.left), r = static_cast<std::size_t>(n.right);
        begin_[l] = begin_[node];
        end_[l] = begin_[r] = begin_[node] + left;
        end_[r] = end_[node];
    }
}

void RowRouter::add_values(const RegressionTree& tree, const data::BinnedMatrix& matrix, double sign,
                           std::span<double> scores) {
    rows_.resize(matrix.rows);
    std::iota(rows_.begin(), rows_.end(), 0U);
    route(tree, matrix, [&](std::size_t node, std::span<const std::uint32_t> rows) {
        const double value = sign * tree.nodes[node].value;
        for (const std::uint32_t row : rows)
            scores[row] += value;
    });
}

void RowRouter::find_leaves(const RegressionTree& tree, const data::BinnedMatrix& matrix,
                            std::span<const std::uint32_t> rows, std::span<std::uint16_t> node_of_row) {
    rows_.assign(rows.begin(), rows.end());
    route(tree, matrix, [&](std::size_t node, std::span<const std::uint32_t> reached) {
        for (const std::uint32_t row : reached)
            node_of_row[row] = static_cast<std::uint16_t>(node);
    });
}

void save_trees(std::span<const RegressionTree> trees, Archive& archive) {
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::int32_t> feature, left, right;
    std::vector<std::uint32_t> threshold;
    std::vector<double> value;
    for (const RegressionTree& tree : trees) {
        for (const RegressionNode& node : tree.nodes) {
            feature.push_back(node.feature);
            threshold.push_back(node.threshold);
            left.push_back(node.left);
            right.push_back(node.right);
            value.push_back(node.value);
        }
        offsets.push_back(feature.size());
    }
    archive.put("offsets", std::move(offsets), "", "first node of each tree, and the number of nodes");
    archive.put("feature", std::move(feature), "", "column asked at a node, -1 at a leaf");
    archive.put("threshold", std::move(threshold), "", "bin codes at or above go right");
    archive.put("left", std::move(left), "", "left child, counted from the tree's first node");
    archive.put("right", std::move(right), "", "right child, counted from the tree's first node");
    archive.put("value", std::move(value), "", "what a leaf adds to the score");
}

std::vector<RegressionTree> load_trees(const Archive& archive) {
    const auto& offsets = archive.get<std::uint64_t>("offsets");
    const auto& feature = archive.get<std::int32_t>("feature");
    const auto& threshold = archive.get<std::uint32_t>("threshold");
    const auto& left = archive.get<std::int32_t>("left");
    const auto& right = archive.get<std::int32_t>("right");
    const auto& value = archive.get<double>("value");
    const std::size_t nodes = feature.size();
    if (offsets.empty() || offsets.back() != nodes || threshold.size() != nodes || left.size() != nodes ||
        right.size() != nodes || value.size() != nodes || !std::is_sorted(offsets.begin(), offsets.end()))
        throw DataError("the arrays of the regression trees have lengths that do not fit each other");
    std::vector<RegressionTree> trees(offsets.size() - 1);
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const auto size = static_cast<std::int32_t>(offsets[t + 1] - offsets[t]);
        for (std::size_t i = offsets[t]; i < offsets[t + 1]; ++i) {
            const auto own = static_cast<std::int32_t>(i - offsets[t]);
            const bool leaf = feature[i] < 0;
            if (!leaf && (left[i] <= own || right[i] <= own || left[i] >= size || right[i] >= size))
                throw DataError("node " + std::to_string(own) + " of regression tree " + std::to_string(t) +
                                " has a child outside the tree");
            trees[t].nodes.push_back({feature[i], threshold[i], left[i], right[i], value[i]});
        }
        if (trees[t].nodes.empty()) throw DataError("regression tree " + std::to_string(t) + " has no node");
    }
    return trees;
}

}  // namespace reboost::learners
