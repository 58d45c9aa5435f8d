#pragma once
#include <bit>
#include <cstdint>

namespace reboost {

/// Bins whose width grows with their values: each octave of positive numbers has 2^kBits bins of equal width.
template <int kBits>
struct LogBins {
    /// The bin of x > 0.
    static constexpr std::uint64_t of(double x) { return std::bit_cast<std::uint64_t>(x) >> (52 - kBits); }
    /// The smallest value of a bin.
    static constexpr double least(std::uint64_t bin) { return std::bit_cast<double>(bin << (52 - kBits)); }
};

}  // namespace reboost
