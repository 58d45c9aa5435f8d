#include "learners/kernels/gradient_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace reboost::learners {

namespace {

constexpr int kSumBits = 50;

/// The power of two u for which count · largest / u < 2^bits.
double grid_unit(double largest, std::size_t count, int bits) {
    if (!(largest > 0)) return 1;
    int exponent = 0;
    std::frexp(largest * static_cast<double>(std::max<std::size_t>(count, 2)), &exponent);
    return std::ldexp(1.0, exponent - bits);
}

/// To the nearest whole number, for sizes below 2^51: adding and subtracting 1.5 · 2^52 rounds.
double rounded(double x) {
    constexpr double kRound = 6755399441055744.0;
    return (x + kRound) - kRound;
}

/// Places weights of one unit; the sum without the counts.
std::uint64_t place_weights(std::span<const std::uint32_t> rows, std::span<const double> weight, double unit,
                            std::uint64_t one_row, std::span<GradientPair> pairs) {
    const double to_weight = 1 / unit;
    std::uint64_t sum = 0;
    for (const std::uint32_t row : rows) {
        const auto w = static_cast<std::uint64_t>(std::max(1.0, rounded(weight[row] * to_weight)));
        sum += w;
        pairs[row].weight = w + one_row;
    }
    return sum;
}

}  // namespace

GradientGrid round_to_grid(std::span<const std::uint32_t> rows, std::span<const double> gradient,
                           std::span<const double> weight, RowCounts counts, std::span<GradientPair> pairs) {
    double largest_gradient = 0, largest_weight = 0;
    for (const std::uint32_t row : rows) {
        largest_gradient = std::max(largest_gradient, std::abs(gradient[row]));
        if (!weight.empty()) largest_weight = std::max(largest_weight, weight[row]);
    }
    GradientGrid grid;
    grid.gradient_unit = grid_unit(largest_gradient, rows.size(), kSumBits);
    const double to_gradient = 1 / grid.gradient_unit;
    for (const std::uint32_t row : rows)
        pairs[row].gradient = static_cast<std::int64_t>(rounded(gradient[row] * to_gradient));
    if (weight.empty()) {
        for (const std::uint32_t row : rows)
            pairs[row].weight = 1;
        return grid;
    }
    int bits = kSumBits;
    std::uint64_t one_row = 0;
    if (counts == RowCounts::packed) {
        bits = std::min(kSumBits, 64 - static_cast<int>(std::bit_width(rows.size())));
        grid.count_shift = bits;
        one_row = std::uint64_t{1} << bits;
    }
    grid.weight_unit = grid_unit(largest_weight, rows.size(), bits);
    // Rounding up may lift the sum by a unit a row: rarely, one more halving is needed.
    while (place_weights(rows, weight, grid.weight_unit, one_row, pairs) >> bits != 0)
        grid.weight_unit *= 2;
    return grid;
}

}  // namespace reboost::learners
