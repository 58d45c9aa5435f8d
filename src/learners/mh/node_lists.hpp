#pragma once
#include "learners/kernels/row_partition.hpp"
#include "learners/mh/scan_columns.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The sorted columns of a tree that searches every column: each node's rows stay sorted and contiguous.
class NodeLists {
  public:
    /// `max_nodes`: node numbers are below it; a tree needs one per leaf.
    NodeLists(const ScanColumns& columns, std::size_t max_nodes) : columns_(columns) {
        for (std::uint32_t j = 0; j < columns.features(); ++j)
            if (columns[j].form == ColumnForm::sorted) features_.push_back(j);
        ranges_.resize(max_nodes * features_.size());
        buffers_.resize(features_.size());
    }

    /// Starts a new tree: node 0 has all rows.
    void begin() {
        for (std::size_t c = 0; c < features_.size(); ++c)
            ranges_[c] = {0, columns_[features_[c]].left, columns_[features_[c]].entries, true};
    }
    /// The columns in sorted form.
    std::span<const std::uint32_t> features() const { return features_; }
    /// A node's rows of the c-th column.
    SortedRows rows(std::size_t node, std::size_t c) const {
        const Range& range = ranges_[node * features_.size() + c];
        const ScanColumn& column = columns_[features_[c]];
        return column.sorted(range.in_column ? column.sorted_rows : buffers_[c].rows, range.begin, range.left,
                             range.count);
    }
    /// The number of stored values of a node in all sorted columns.
    std::size_t entries(std::size_t node) const {
        std::size_t total = 0;
        for (std::size_t c = 0; c < features_.size(); ++c)
            total += ranges_[node * features_.size() + c].count;
        return total;
    }
    /// Splits a node's rows of the c-th column by `side` of each row; those above (1) go to `other`.
    void partition(std::size_t node, std::size_t other, std::size_t c, const std::uint8_t* side) {
        const RowNumbers& all = columns_[features_[c]].sorted_rows;
        const auto by_side = simd::kernels<PartitionKernels>().by_side[all.index()];
        Range& below = ranges_[node * features_.size() + c];
        std::visit(
            [&]<class Index>(const std::vector<Index>& column) {
                const auto buffer = [&](RowNumbers& numbers) {
                    if (std::visit([](const auto& n) { return n.empty(); }, numbers))
                        numbers = std::vector<Index>(column.size());
                    return std::get<std::vector<Index>>(numbers).data();
                };
                Index* const low = buffer(buffers_[c].rows) + below.begin;
                Index* const spare = buffer(buffers_[c].spare);
                const RowLists lists{below.in_column ? column.data() : low, low, spare};
                PartitionCounts counts;
                by_side(lists, below.left, side, counts);
                const PartitionCounts left = counts;
                by_side(lists, below.count, side, counts);
                std::copy_n(spare, counts.high, low + counts.low);
                ranges_[other * features_.size() + c] = {below.begin + counts.low, left.high, counts.high,
                                                         false};
                below = {below.begin, left.low, counts.low, false};
            },
            all);
    }

  private:
    /// Place of one node's rows of one column: in the column before the first split, else in Buffers::rows.
    struct Range {
        std::size_t begin = 0, left = 0, count = 0;  ///< left: rows below the column's pivot
        bool in_column = false;
    };
    struct Buffers {
        RowNumbers rows, spare;  ///< allocated at the column's first split
    };

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;
    std::vector<Range> ranges_;  ///< nodes × features_.size()
    std::vector<Buffers> buffers_;
};

}  // namespace reboost::learners
