#pragma once
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

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
