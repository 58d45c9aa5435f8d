#pragma once
/// Parts the rows of a tree's node by their codes in one column.
#include "data/binning.hpp"

#include <cstdint>
#include <span>

namespace reboost::learners {

/// Splits `rows` (ascending, each below the column's number of rows) in place, stable: first those with code
/// < threshold, then the others. Returns the number of the first. `scratch` has at least rows.size()
/// elements. The result does not depend on the instruction set.
std::size_t partition_rows(const data::BinnedColumn& column, std::uint32_t threshold,
                           std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch);

}  // namespace reboost::learners
