#pragma once
/// Scores single columns of a tree's nodes, bit for bit as a search of every column does
/// (node_histograms.hpp, node_lists.hpp): the same sums in the same order, computed on demand only. K ≤ 64.
#include "core/matrix.hpp"
#include "learners/mh/stump_scanner.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace reboost::learners {

class NodesOnDemand {
  public:
    /// `max_leaves`: the largest number of leaves of a tree.
    NodesOnDemand(const ScanColumns& columns, std::size_t max_leaves)
        : columns_(columns), node_of_leaf_(max_leaves + 1) {}

    /// Starts a new tree on these weights; leaf 0 is the root.
    void begin(const float* weights) {
        weights_ = weights;
        histograms_.clear();
        lists_.clear();
        nodes_.assign(1, {});
        node_of_leaf_[0] = 0;
        node_of_row_.assign(columns_.rows(), 0);
    }

    /// `leaf` keeps the rows below, `other` gets the rows above; both lists ascend.
    void split(std::size_t leaf, std::size_t other, std::span<const std::uint32_t> below,
               std::span<const std::uint32_t> above) {
        const std::size_t parent = node_of_leaf_[leaf], first = nodes_.size();
        // As in NodeSearch::split: the smaller child is summed; the larger is the parent minus the smaller.
        const bool below_smaller = below.size() <= above.size();
        const std::span<const std::uint32_t> smaller = below_smaller ? below : above;
        nodes_.push_back({parent, kNone, {smaller.begin(), smaller.end()}});
        nodes_.push_back({parent, first, {}});
        node_of_leaf_[leaf] = below_smaller ? first : first + 1;
        node_of_leaf_[other] = below_smaller ? first + 1 : first;
        for (const std::uint32_t row : below)
            node_of_row_[row] = node_of_leaf_[leaf];
        for (const std::uint32_t row : above)
            node_of_row_[row] = node_of_leaf_[other];
    }

    /// Best threshold of a column at a leaf; `totals`: the class sums of the leaf's rows.
    ThresholdScore score(std::size_t leaf, std::uint32_t feature, std::span<const double> totals) {
        const Kernels& kernels = columns_.kernels();
        const ScanColumn& column = columns_[feature];
        const std::size_t node = node_of_leaf_[leaf];
        if (column.form == ColumnForm::constant) return {};
        if (column.form != ColumnForm::sorted)
            return kernels.best_threshold(histogram(node, feature), column.bins, column.pivot, totals.data(),
                                          0);
        const NodeList& own = list(node, feature);
        return kernels.scan_sorted(weights_, columns_.stride(),
                                   {numbers(own.rows), column.codes, own.left, own.rows.size()},
                                   totals.data(), 0);
    }

    std::uint64_t work() const { return work_; }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Node {
        std::size_t parent = kNone;
        std::size_t sibling = kNone;      ///< the smaller child if this is the larger one
        std::vector<std::uint32_t> rows;  ///< filled for a smaller child only
    };
    /// A sorted column's rows that a node holds, in the column's order.
    struct NodeList {
        std::vector<std::uint32_t> rows;
        std::size_t left = 0;
    };

    static Numbers numbers(const std::vector<std::uint32_t>& rows) { return {rows.data(), 4}; }
    std::uint64_t key(std::size_t node, std::uint32_t feature) const {
        return node * columns_.features() + feature;
    }

    const std::byte* histogram(std::size_t node, std::uint32_t feature) {
        if (const auto found = histograms_.find(key(node, feature)); found != histograms_.end())
            return found->second.data();
        const ScanColumn& column = columns_[feature];
        AlignedVector<std::byte> made(column.bins * columns_.kernels().accumulator_bytes());
        const Node& own = nodes_[node];
        if (own.sibling == kNone) {
            fill(column, feature, node, made.data());
        } else {
            std::copy_n(histogram(own.parent, feature), made.size(), made.begin());
            columns_.kernels().subtract(made.data(), histogram(own.sibling, feature), column.bins);
        }
        return histograms_.emplace(key(node, feature), std::move(made)).first->second.data();
    }

    void fill(const ScanColumn& column, std::uint32_t feature, std::size_t node, std::byte* out) {
        if (nodes_[node].parent == kNone) {
            work_ += column.entries;
            return add_all_rows(columns_, feature, weights_, out);
        }
        const std::uint8_t* const codes = columns_.byte_codes(feature);
        const std::vector<std::uint32_t>& rows = nodes_[node].rows;
        others_.resize(std::max(others_.size(), rows.size()));
        std::size_t count = 0;
        for (const std::uint32_t row : rows) {
            others_[count] = row;
            count += codes[row] != column.pivot;
        }
        work_ += column.entries_of(rows.size(), count);
        columns_.kernels().histogram[0](weights_, columns_.stride(), codes,
                                        ScannedRows(std::span(others_).first(count)), out);
    }

    /// The leaf's list, filtered from the known list of its nearest ancestor or from the whole column.
    const NodeList& list(std::size_t node, std::uint32_t feature) {
        if (const auto found = lists_.find(key(node, feature)); found != lists_.end()) return found->second;
        const ScanColumn& column = columns_[feature];
        std::size_t above = nodes_[node].parent;
        while (above != kNone && !lists_.contains(key(above, feature)))
            above = nodes_[above].parent;
        const NodeList* const wider = above == kNone ? nullptr : &lists_.at(key(above, feature));
        const Numbers rows = wider ? numbers(wider->rows) : column.sorted().rows;
        const std::size_t left = wider ? wider->left : column.left;
        const std::size_t count = wider ? wider->rows.size() : column.entries;
        work_ += count;
        NodeList kept;
        for (std::size_t e = 0; e < count; ++e) {
            if (node_of_row_[rows[e]] != node) continue;
            if (e < left) ++kept.left;
            kept.rows.push_back(rows[e]);
        }
        return lists_.emplace(key(node, feature), std::move(kept)).first->second;
    }

    const ScanColumns& columns_;
    const float* weights_ = nullptr;
    std::vector<Node> nodes_;  ///< nodes of this tree in order of creation
    std::vector<std::size_t> node_of_leaf_, node_of_row_;
    std::unordered_map<std::uint64_t, AlignedVector<std::byte>> histograms_;
    std::unordered_map<std::uint64_t, NodeList> lists_;
    std::vector<std::uint32_t> others_;  ///< a node's rows outside a column's pivot bin
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
