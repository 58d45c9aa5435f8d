#pragma once
/// From the codes of a column to the cells of a base classifier: the inner loops of `assign_cells`.
///
/// An index of a table is the position of the code's type in `data::BinnedColumn::codes`: 1, 2 or 4 bytes.
#include <cstddef>
#include <cstdint>

namespace reboost::learners {

struct CellKernels {
    /// cells[i] ^= (codes[i] ≥ threshold), i < count.
    void (*toggle[3])(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t* cells);
    /// Rows in cell `low` at or above the threshold move to cell `high`.
    void (*raise[3])(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t low,
                     std::uint16_t high, std::uint16_t* cells);
    static const CellKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
