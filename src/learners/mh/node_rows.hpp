#pragma once
/// Which training rows a tree's node holds: each node a contiguous, ascending stretch of one array.
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
/// Where one node's rows of one column lie.
struct ListRange {
    std::size_t begin = 0, left = 0, count = 0;  ///< left: rows below the column's pivot
};

/// Rows of type Index (uint16 where they fit, else uint32).
template <class Index>
class NodeLists {
  public:
    /// `features`: the columns in sorted form with rows of this type.
    NodeLists(const ScanColumns& columns, std::vector<std::uint32_t> features);

    std::size_t size() const { return features_.size(); }
    std::span<const std::uint32_t> features() const { return features_; }
    /// The root's range of the c-th column.
    ListRange root(std::size_t c) const;
    SortedRows<Index> rows(std::size_t c, const ListRange& range, bool at_root) const;
    /// Splits a node's rows of column c by `side` (1: above), a byte per row. The root is copied out, so that
    /// the columns stay whole.
    void partition(std::size_t c, const ListRange& range, bool at_root, const std::uint8_t* side,
                   ListRange& below, ListRange& above);

  private:
    const std::vector<Index>& root_rows(std::size_t c) const;

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;
    struct Buffers {
        std::vector<Index> rows, spare;
    };
    std::vector<Buffers> buffers_;  ///< one per column, allocated at its first split
};

}  // namespace reboost::learners
