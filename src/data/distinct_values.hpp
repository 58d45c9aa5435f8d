#pragma once
/// The sorted distinct values of a column with their counts: what every rule for cuts starts from.
#include "data/dataset.hpp"

#include <cstddef>
#include <vector>

namespace reboost::data {

struct DistinctValues {
    std::vector<float> values;        ///< strictly ascending, may hold -inf and +inf, never NaN
    std::vector<std::size_t> counts;  ///< rows of each value
    std::size_t missing = 0;          ///< rows without a value
};

/// Bytes and integers of a small range are counted in O(n), other columns sorted.
DistinctValues distinct_values(const Column& column);

}  // namespace reboost::data
