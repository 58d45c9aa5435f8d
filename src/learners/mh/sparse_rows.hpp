#pragma once
/// Columns in list form, transposed: for each row the histogram bins that it adds to. Blocks of columns are
/// processed one after the other, so that a block's histograms stay in the L2 cache while all rows of a node
/// are added.
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Columns [first, last) of the list of columns given.
struct SparseBlock {
    std::size_t first = 0, last = 0;
    std::vector<std::uint32_t> starts;  ///< n + 1: a row's first entry
    std::vector<std::uint16_t>
        entries;  ///< accumulator, counted from the block's first column; pivot bins left out
};

/// `features`: columns with one-byte codes. `offsets[c]`: first accumulator of the c-th of them in a
/// histogram.
std::vector<SparseBlock> sparse_blocks(const ScanColumns& columns, std::span<const std::uint32_t> features,
                                       std::span<const std::size_t> offsets, std::size_t max_accumulators);

}  // namespace reboost::learners
