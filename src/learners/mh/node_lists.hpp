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
    NodeLists(const ScanColumns& columns, std::size_t max_nodes)
        : columns_(columns),
          features_(columns.in_form(ColumnForm::sorted)),
          ranges_(max_nodes * features_.size()),
          rows_(features_.size()),
          spare_(features_.size()) {}

    /// Starts a new tree: node 0 has all rows.
    void begin() {
        for (std::size_t c = 0; c < features_.size(); ++c)
            ranges_[c] = {0, columns_[features_[c]].left, columns_[features_[c]].entries, true};
    }
    /// The columns in sorted form.
    std::span<const std::uint32_t> features() const { return features_; }
    /// A node's rows of the c-th column.
    SortedRows rows(std::size_t node, std::size_t c) const {
        const auto& [begin, left, count, in_column] = ranges_[node * features_.size() + c];
        const ScanColumn& column = columns_[features_[c]];
        const std::byte* const rows = (in_column ? column.sorted_rows : rows_[c]).data();
        return {{rows + begin * column.row_bytes, column.row_bytes}, column.codes, left, count};
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
        const std::vector<std::byte>& column = columns_[features_[c]].sorted_rows;
        const std::size_t row_bytes = columns_[features_[c]].row_bytes;
        const auto by_side = simd::kernels<PartitionKernels>().by_side[row_bytes == 2 ? 0 : 1];
        rows_[c].resize(column.size());
        spare_[c].resize(column.size());
        Range& below = ranges_[node * features_.size() + c];
        std::byte* const low = rows_[c].data() + below.begin * row_bytes;
        const RowLists lists{below.in_column ? column.data() : low, low, spare_[c].data()};
        PartitionCounts counts;
        by_side(lists, below.left, side, counts);
        const PartitionCounts left = counts;
        by_side(lists, below.count, side, counts);
        std::copy_n(spare_[c].data(), counts.high * row_bytes, low + counts.low * row_bytes);
        ranges_[other * features_.size() + c] = {below.begin + counts.low, left.high, counts.high, false};
        below = {below.begin, left.low, counts.low, false};
    }

  private:
    /// Place of one node's rows of one column: in the column before the first split, else in `rows_`.
    struct Range {
        std::size_t begin = 0, left = 0, count = 0;  ///< left: rows below the column's pivot
        bool in_column = false;
    };

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;
    std::vector<Range> ranges_;                         ///< nodes × features_.size()
    std::vector<std::vector<std::byte>> rows_, spare_;  ///< allocated at the column's first split
};

}  // namespace reboost::learners
