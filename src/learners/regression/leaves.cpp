#include "learners/regression/leaves.hpp"

#include "simd/double2.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reboost::learners {

namespace {

struct alignas(16) LeafSums {
    double gradient = 0, hessian = 0;
};

/// Bytes of a cache line.
constexpr std::size_t kLine = 64;

/// Prefetches the leaf numbers of the rows after the tile: with many trees taking turns, the hardware does
/// not see the streams.
void fetch_next(const std::uint16_t* node_of_row, const TargetTile& tile) {
    // An address, not a pointer: it may lie behind the last row.
    const auto next =
        reinterpret_cast<std::uintptr_t>(node_of_row) + (tile.begin + kTargetRows) * sizeof(std::uint16_t);
    for (std::size_t at = 0; at < kTargetRows * sizeof(std::uint16_t); at += kLine)
        __builtin_prefetch(reinterpret_cast<const void*>(next + at));
}

/// One tree's sums and its values of the rows of a tile.
struct Part {
    TreeTargets::Values values;
    const std::uint16_t* node_of_row;  ///< of the tile's rows
    LeafSums* sums;                    ///< of each node

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
