#pragma once
/// Rows in the order of their values, in time linear in their number.
#include <cstdint>
#include <vector>

namespace reboost::data {

struct ValueOfRow {
    float value;
    std::uint32_t row;
};

/// Rows with a value (NaN left out), values ascending, rows ascending among equals; −0 counts as 0 and is
/// returned as 0. Radix sort: three passes of 11 bits, fewer where a digit is the same in all rows.
std::vector<ValueOfRow> sort_rows(const std::vector<float>& values);

}  // namespace reboost::data
