#pragma once
#include <cstdint>
#include <span>

namespace reboost::learners {

/// Some training rows, and how many rows each of them stands for.
struct RowSample {
    std::span<const std::uint32_t> rows;  ///< ascending, each once
    std::span<const double> multipliers;  ///< by row number; empty: 1 each. Of other rows undefined
};

}  // namespace reboost::learners
