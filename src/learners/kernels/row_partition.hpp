#pragma once
/// Partitions what a tree's node holds: its rows by their codes in one column, and the sorted rows of the
/// other columns by the side they went to.
#include "data/binning.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace reboost::learners {

/// Splits `rows` (each below the column's number of rows) in place, stable: first those with code <
/// threshold, then the others. Returns the number of the first. `scratch` has at least rows.size() elements.
/// The result does not depend on the instruction set.
std::size_t partition_rows(const data::BinnedColumn& column, std::uint32_t threshold,
                           std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch);

/// Rows to partition, and where those of either side go.
template <class Index>
struct RowLists {
    const Index* rows;
    Index* low;  ///< may be where the rows are: a write never overtakes the read
    Index* high;
};
/// How many rows of a list were read and went to either side.
struct PartitionCounts {
    std::size_t read = 0, low = 0, high = 0;
};
/// Partitions rows counts.read … end − 1 of the list, stable, by side[row] (0: low, 1: high). The result does
/// not depend on the instruction set.
void partition_by_side(const RowLists<std::uint16_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartitionCounts& counts);
void partition_by_side(const RowLists<std::uint32_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartitionCounts& counts);

/// The loops of both, per width of code or row. Rows below the threshold stay in front of `rows`, the others
/// go to `scratch`.
struct PartitionKernels {
    PartitionCounts (*by_code8)(const std::uint8_t* codes, std::uint32_t threshold,
                                std::span<std::uint32_t> rows, std::uint32_t* scratch);
    PartitionCounts (*by_code16)(const std::uint16_t* codes, std::uint32_t threshold,
                                 std::span<std::uint32_t> rows, std::uint32_t* scratch);
    PartitionCounts (*by_code32)(const std::uint32_t* codes, std::uint32_t threshold,
                                 std::span<std::uint32_t> rows, std::uint32_t* scratch);
    void (*by_side16)(const RowLists<std::uint16_t>& lists, std::size_t end, const std::uint8_t* side,
                      PartitionCounts& counts);
    void (*by_side32)(const RowLists<std::uint32_t>& lists, std::size_t end, const std::uint8_t* side,
                      PartitionCounts& counts);
    static const PartitionKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
