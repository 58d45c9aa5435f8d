#pragma once
/// Scores single columns of a tree's nodes, bit for bit as a search of every column does, which shares work
/// between nodes (node_histograms.hpp, node_lists.hpp): the same sums in the same order, made only when asked
/// for. For K ≤ 64.
#include "core/matrix.hpp"
#include "learners/mh/stump_scanner.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace reboost::learners {

class NodesOnDemand {
  public:
    /// `max_leaves`: of one tree.
    NodesOnDemand(const ScanColumns& columns, std::size_t stride, std::size_t max_leaves);

    /// A new tree on these weights; leaf 0 is the root.
    void begin(const float* weights);
    /// Best threshold of a column at a leaf; `totals`: the class sums of its rows.
    ThresholdScore score(std::size_t leaf, std::uint32_t feature, std::span<const double> totals);
    /// `leaf` keeps the rows below, `other` gets the rows above; both ascending.
    void split(std::size_t leaf, std::size_t other, std::span<const std::uint32_t> below,
               std::span<const std::uint32_t> above);

    std::uint64_t work() const { return work_; }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Node {
        std::size_t parent = kNone;
        std::size_t sibling = kNone;      ///< the smaller child, where this is the larger; else none
        std::vector<std::uint32_t> rows;  ///< of a smaller child
    };
    /// A sorted column's rows that a node holds, in the column's order.
    struct NodeList {
        RowNumbers rows;
        std::size_t left = 0, count = 0;
    };

    std::uint64_t key(std::size_t node, std::uint32_t feature) const {
        return node * columns_.features() + feature;
    }
    const std::byte* histogram(std::size_t node, std::uint32_t feature);
    void fill(const ScanColumn& column, std::uint32_t feature, std::size_t node, std::byte* out);
    const NodeList& list(std::size_t node, std::uint32_t feature);

    const ScanColumns& columns_;
    const Kernels& kernels_;
    std::size_t stride_, accumulator_bytes_;
    const float* weights_ = nullptr;
    std::vector<Node> nodes_;  ///< of this tree, in order of creation
    std::vector<std::size_t> node_of_leaf_, node_of_row_;
    std::unordered_map<std::uint64_t, AlignedVector<std::byte>> histograms_;
    std::unordered_map<std::uint64_t, NodeList> lists_;
    std::vector<std::uint32_t> others_;  ///< a node's rows without those of a column's pivot
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
