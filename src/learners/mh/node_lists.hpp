#pragma once
/// The sorted columns of a tree that searches every column: each node's rows stay sorted and contiguous.
#include "learners/mh/kernels/kernel_table.hpp"
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

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
