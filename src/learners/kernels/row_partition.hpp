#pragma once
/// Partitions the rows of a tree's node by their codes in one column, and sorted lists of rows by side.
#include "data/binning.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace reboost::learners {

/// Row numbers of 2 or 4 bytes to partition, and the destinations of the low and the high side.
struct RowLists {
    const void* rows;
    void* low;  ///< may equal `rows`: a write never overtakes the read
    void* high;
};
/// How many rows of a list were read and went to either side.
struct PartitionCounts {
    std::size_t read = 0, low = 0, high = 0;
};

/// Both partitions are stable. The results do not depend on the instruction set.
struct PartitionKernels {
    /// Moves rows with code < threshold to the front of `rows`, the others to `scratch`. Indexed by the type
    /// of the codes, as in data::BinnedColumn::codes.
    PartitionCounts (*by_code[3])(const void* codes, std::uint32_t threshold, std::span<std::uint32_t> rows,
                                  std::uint32_t* scratch);
    /// Partitions rows counts.read … end − 1 by side[row] (0: low, 1: high). Indexed by bytes of a row: 2, 4.
    void (*by_side[2])(const RowLists& lists, std::size_t end, const std::uint8_t* side,
                       PartitionCounts& counts);
    static const PartitionKernels portable, avx2, avx512;
};

/// Splits `rows` (each below the column's number of rows) in place, stable: first those with code <
/// threshold, then the others. Returns the number of the first. `scratch` has at least rows.size() elements.
inline std::size_t partition_rows(const data::BinnedColumn& column, std::uint32_t threshold,
                                  std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch) {
    const auto by_code = simd::kernels<PartitionKernels>().by_code[column.codes.index()];
    const PartitionCounts counts = by_code(column.first_code(), threshold, rows, scratch.data());
    std::copy_n(scratch.begin(), counts.high, rows.begin() + static_cast<std::ptrdiff_t>(counts.low));
    return counts.low;
}

/// The codes of some rows next to a threshold.
struct NeighbourCodes {
    std::uint32_t below = 0;                                          ///< highest code < threshold
    std::uint32_t above = std::numeric_limits<std::uint32_t>::max();  ///< lowest code ≥ threshold
    bool both_sides = false;                                          ///< whether both sides have rows
};
inline NeighbourCodes neighbours(const data::BinnedColumn& column, std::uint32_t threshold,
                                 std::span<const std::uint32_t> rows) {
    return std::visit(
        [&](const auto& codes) {
            NeighbourCodes found;
            bool any_below = false;
            for (const std::uint32_t row : rows) {
                const std::uint32_t code = codes[row];
                const bool is_above = code >= threshold;
                found.above = is_above ? std::min(found.above, code) : found.above;
                found.below = is_above ? found.below : std::max(found.below, code);
                any_below = any_below || !is_above;
            }
            found.both_sides = any_below && found.above != NeighbourCodes{}.above;
            return found;
        },
        column.codes);
}

}  // namespace reboost::learners
