#include "learners/regression/regression_tree.hpp"

#include "learners/kernels/row_partition.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <numeric>

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

void RowRouter::add_values(const RegressionTree& tree, const data::BinnedMatrix& matrix,
                           std::span<double> scores) {
    rows_.resize(matrix.rows);
    std::iota(rows_.begin(), rows_.end(), 0U);
    route(tree, matrix, [&](std::size_t node, std::span<const std::uint32_t> rows) {
        for (const std::uint32_t row : rows)
            scores[row] += tree.nodes[node].value;
    });
}

void RowRouter::find_leaves(const RegressionTree& tree, const data::BinnedMatrix& matrix,
                            std::span<const std::uint32_t> rows, std::span<std::uint16_t> node_of_row) {
    rows_.assign(rows.begin(), rows.end());
    if (rows.empty()) return;
    route(tree, matrix, [&](std::size_t node, std::span<const std::uint32_t> reached) {
        for (const std::uint32_t row : reached)
            node_of_row[row] = static_cast<std::uint16_t>(node);
    });
}

void state_of_trees(StateIO& io, std::vector<RegressionTree>& trees) {
    std::vector<std::uint64_t> offsets{0};
    for (const RegressionTree& tree : trees)
        offsets.push_back(offsets.back() + tree.nodes.size());
    io.any_size("offsets", offsets, "first node of each tree, and the number of nodes");
    if (io.loading()) {
        if (offsets.empty() || offsets.back() != io.size_of<std::int32_t>("feature") ||
            !std::is_sorted(offsets.begin(), offsets.end()))
            throw DataError("the arrays of the regression trees have lengths that do not fit each other");
        trees.resize(offsets.size() - 1);
        for (std::size_t t = 0; t < trees.size(); ++t)
            trees[t].nodes.resize(offsets[t + 1] - offsets[t]);
    }
    const auto each_node = [&](auto&& use) {
        for (RegressionTree& tree : trees)
            std::ranges::for_each(tree.nodes, use);
    };
    const auto column = [&]<class T>(const char* name, T RegressionNode::*member, const char* long_name) {
        std::vector<T> values;
        values.reserve(offsets.back());
        each_node([&](const RegressionNode& node) { values.push_back(node.*member); });
        io(name, std::span(values), long_name);
        auto value = values.begin();
        if (io.loading()) each_node([&](RegressionNode& node) { node.*member = *value++; });
    };
    column("feature", &RegressionNode::feature, "column asked at a node, -1 at a leaf");
    column("threshold", &RegressionNode::threshold, "bin codes at or above go right");
    column("left", &RegressionNode::left, "left child, counted from the tree's first node");
    column("right", &RegressionNode::right, "right child, counted from the tree's first node");
    column("value", &RegressionNode::value, "what a leaf adds to the score");
    if (!io.loading()) return;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const std::vector<RegressionNode>& own = trees[t].nodes;
        if (own.empty()) throw DataError("regression tree " + std::to_string(t) + " has no node");
        const auto size = static_cast<std::int32_t>(own.size());
        for (std::int32_t i = 0; i < size; ++i)
            if (const RegressionNode& node = own[static_cast<std::size_t>(i)];
                !node.is_leaf() &&
                (std::min(node.left, node.right) <= i || std::max(node.left, node.right) >= size))
                throw DataError("node " + std::to_string(i) + " of regression tree " + std::to_string(t) +
                                " has a child outside the tree");
    }
}

namespace {

struct alignas(16) LeafSums {
    double gradient = 0, hessian = 0;
};

/// Bytes of a cache line.
constexpr std::size_t kLine = 64;

/// Prefetches the next tile's leaf numbers: the hardware does not detect the streams of many trees in turn.
void fetch_next(const std::uint16_t* node_of_row, const TargetTile& tile) {
    // An address, not a pointer: it may lie behind the last row.
    const auto next =
        reinterpret_cast<std::uintptr_t>(node_of_row) + (tile.begin + kTargetRows) * sizeof(std::uint16_t);
    for (std::size_t at = 0; at < kTargetRows * sizeof(std::uint16_t); at += kLine)
        __builtin_prefetch(reinterpret_cast<const void*>(next + at));
}

/// One tree's sums, and its target's values on the rows of a tile.
struct Part {
    TreeTargets::Values values;
    const std::uint16_t* node_of_row;  ///< leaf index of each row of the tile
    LeafSums* sums;                    ///< one per node

    void add(std::size_t row) const {
        *reinterpret_cast<simd::Double2*>(sums + node_of_row[row]) +=
            simd::Double2{values.gradient[row], values.hessian[row]};
    }
};

}  // namespace

void set_leaf_values(const TreeTargets& targets, const LeafRule& rule, std::span<const std::uint32_t> rows,
                     std::size_t matrix_rows, std::span<const GrownTree> trees, TargetTile& tile) {
    std::size_t nodes = 0;
    for (const GrownTree& grown : trees)
        nodes = std::max(nodes, grown.tree->nodes.size());
    std::vector<LeafSums> sums(trees.size() * nodes);
    const auto part = [&](std::size_t t) {
        fetch_next(trees[t].node_of_row, tile);
        return Part{targets.of_tree(t, tile), trees[t].node_of_row + tile.begin, sums.data() + t * nodes};
    };
    for_each_tile(targets, rows, matrix_rows, tile, [&](std::span<const std::uint32_t> asked) {
        std::size_t t = 0;
        // Two trees at once: consecutive additions to one leaf wait for each other.
        for (; t + 2 <= trees.size(); t += 2) {
            const Part one = part(t), other = part(t + 1);
            for (const std::uint32_t row : asked) {
                one.add(row - tile.begin);
                other.add(row - tile.begin);
            }
        }
        if (t == trees.size()) return;
        const Part last = part(t);
        for (const std::uint32_t row : asked)
            last.add(row - tile.begin);
    });
    for (std::size_t t = 0; t < trees.size(); ++t)
        for (std::size_t i = 0; i < trees[t].tree->nodes.size(); ++i) {
            RegressionNode& node = trees[t].tree->nodes[i];
            if (!node.is_leaf()) continue;
            const LeafSums& leaf = sums[t * nodes + i];
            const double newton = leaf.hessian > 0 ? rule.correction * leaf.gradient / leaf.hessian : 0.0;
            node.value = rule.shrinkage * std::clamp(newton, -rule.clip, rule.clip);
        }
}

}  // namespace reboost::learners
