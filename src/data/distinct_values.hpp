#pragma once
/// The sorted distinct values of a column with their counts, what every rule for cuts starts from; and its
/// rows in the order of their values.
#include "data/dataset.hpp"

#include <cstddef>
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

struct DistinctValues {
    std::vector<float> values;        ///< strictly ascending, may hold -inf and +inf, never NaN
    std::vector<std::size_t> counts;  ///< rows of each value
    std::size_t missing = 0;          ///< rows without a value

    /// A value above all others; of no rows it is none.
    void add(float value, std::size_t rows) {
        if (rows > 0) values.push_back(value), counts.push_back(rows);
    }
};

/// Bytes and integers of a small range are counted in O(n), other columns sorted.
DistinctValues distinct_values(const Column& column);

}  // namespace reboost::data
