#pragma once
/// Gradients and weights as whole numbers on a grid, so that sums are exact, whatever their order: a child's
/// histogram is exactly its parent's minus its sibling's, an empty bin is exactly zero, and the bits do not
/// depend on how the work is divided.
#include <cstdint>
#include <span>

namespace reboost::learners {

/// A sum over rows in units of the grid. `weight` holds the number of rows too, in its high bits, where the
/// grid says so: one addition serves all three.
struct GradientPair {
    std::int64_t gradient = 0;
    std::uint64_t weight = 0;

    GradientPair& operator+=(const GradientPair& other) {
        gradient += other.gradient;
        weight += other.weight;
        return *this;
    }
    GradientPair& operator-=(const GradientPair& other) {
        gradient -= other.gradient;
        weight -= other.weight;
        return *this;
    }
    friend GradientPair operator-(GradientPair a, const GradientPair& b) { return a -= b; }
    bool operator==(const GradientPair&) const = default;
};

/// The units of the grid: powers of two.
struct GradientGrid {
    double gradient_unit = 1, weight_unit = 1;
    int count_shift = 0;  ///< rows stand in a weight's bits from here on; 0: nowhere
    GradientPair total;   ///< the sum over all rows that were put on it

    /// A gain in units of the grid times this is the gain of eq. 6.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
    /// The parts of a sum, in units of the grid.
    double gradient(const GradientPair& sum) const { return static_cast<double>(sum.gradient); }
    double weight(const GradientPair& sum) const {
        return static_cast<double>(count_shift > 0 ? sum.weight & ((std::uint64_t{1} << count_shift) - 1)
                                                   : sum.weight);
    }
};

/// Whether weights carry counts.
enum class RowCounts { none, packed };

/// Rounds rows (each once, a pair for every row of the matrix) to a grid on which sums over all `rows` are
/// exact: pairs[i] for each i of rows. Sums of
/// gradients stay below 2^50 in size, sums of weights below 2^50 or, with counts, below what the counts leave
/// of 64 bits (2^44 for 10^6 rows). A weight of less than one unit counts as one, so that a bin's weight is
/// zero only where it has no rows. `weight` empty: each row weighs 1 (eq. 8), the weight is the count.
GradientGrid round_to_grid(std::span<const std::uint32_t> rows, std::span<const double> gradient,
                           std::span<const double> weight, RowCounts counts, std::span<GradientPair> pairs);

}  // namespace reboost::learners
