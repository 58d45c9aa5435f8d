#pragma once
/// Which training rows a tree's node holds: each node a contiguous, ascending stretch of one array, and one
/// of each sorted column.
#include "data/binning.hpp"
#include "learners/kernels/row_partition.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/mh/kernels/kernel_table.hpp"
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

struct RowRange {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
};

class NodeRows {
  public:
    explicit NodeRows(std::size_t rows) : rows_(rows), spare_(rows), above_(rows) {}

    /// One node with all rows, all in cell 0.
    void reset(std::span<std::uint16_t> cells);
    std::span<const std::uint32_t> rows(RowRange range) const {
        return {rows_.data() + range.begin, range.size()};
    }
    /// The two codes next to the threshold among the node's rows: {highest below, lowest at or above}; false
    /// where one side is empty.
    bool neighbours(RowRange range, const data::BinnedColumn& column, std::uint32_t threshold,
                    std::uint32_t& below, std::uint32_t& above) const;
    /// Reorders the range: rows below the threshold first, order kept within each side. Returns where the
    /// rows at or above it begin; these get cell `cell`. `side()` then holds each row's side.
    std::size_t partition(RowRange range, const data::BinnedColumn& column, std::uint32_t threshold,
                          std::uint16_t cell, std::span<std::uint16_t> cells);
    /// 1 for rows that the last partition put above, by row number; only rows of that node are current.
    const std::uint8_t* side() const { return above_.data(); }

  private:
    std::vector<std::uint32_t> rows_, spare_;
    std::vector<std::uint8_t> above_;
};

/// The sorted columns of a tree that searches every column: each node's rows stay sorted and contiguous.
class NodeLists {
  public:
    /// `max_nodes`: of a tree.
    NodeLists(const ScanColumns& columns, std::size_t max_nodes);

    /// A new tree: node 0 has all rows.
    void begin();
    /// The columns in sorted form.
    std::span<const std::uint32_t> features() const { return features_; }
    /// A node's rows of the c-th column.
    SortedRows rows(std::size_t node, std::size_t c) const;
    /// Stored values of a node in all columns.
    std::size_t entries(std::size_t node) const;
    /// Splits a node's rows of the c-th column by `side` (1: above), a byte per row. Those above go to
    /// `other`.
    void partition(std::size_t node, std::size_t other, std::size_t c, const std::uint8_t* side);

  private:
    /// Where one node's rows of one column lie: in the column itself before the first split, else in `rows`.
    struct Range {
        std::size_t begin = 0, left = 0, count = 0;  ///< left: rows below the column's pivot
        bool in_column = false;
    };
    struct Buffers {
        RowNumbers rows, spare;  ///< allocated at the column's first split
    };

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;
    std::vector<Range> ranges_;  ///< node × column
    std::vector<Buffers> buffers_;
};

}  // namespace reboost::learners
