#pragma once
/// Gradients and weights as integer multiples of a unit. Sums are then exact in any order: a child's
/// histogram is exactly its parent's minus its sibling's, an empty bin is exactly zero, and results do not
/// depend on how the work is divided among threads.
#include "learners/regression/kernels/gradient_hessian.hpp"
#include "learners/regression/kernels/targets.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Converts values to integers and back. Units are powers of two.
struct Quantiser {
    double gradient_unit = 1, weight_unit = 1;
    int count_shift = 0;    ///< the number of rows is in a weight's bits from here on; 0: it is not
    GradientHessian total;  ///< the sum over all quantised rows
    double square_sum = 0;  ///< Σ gradient²/weight over these rows, before rounding

    /// The gain of eq. 6 for a gain of 1 in these units.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
    /// Gradient and weight of a sum, in these units.
    double gradient(const GradientHessian& sum) const { return static_cast<double>(sum.gradient); }
    double weight(const GradientHessian& sum) const {
        return static_cast<double>(count_shift > 0 ? sum.weight & ((std::uint64_t{1} << count_shift) - 1)
                                                   : sum.weight);
    }
};

/// The weight of a row: 1 (eq. 8) or its second derivative (eq. 7).
enum class RowWeights { ones, hessians };
/// Whether the high bits of weights count rows.
enum class RowCounts { none, packed };

/// From which the units of a tree are chosen.
struct TargetExtent {
    double gradient = 0, weight = 0;  ///< the largest absolute values
    double gradient_sum = 0;          ///< Σ |gradient|; its last digits differ between instruction sets
    std::array<double, 8> squares{};  ///< Σ gradient²/weight, in eight partial sums
};
/// How rows are quantised. `form` is how they are stored; it does not change values.
struct QuantiserRule {
    RowWeights weights = RowWeights::ones;
    RowCounts counts = RowCounts::none;
    RowForm form = RowForm::two_words;
};

/// The extent of each tree's target on `rows` (ascending, each once).
std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, RowWeights weights, TargetTile& tile);

/// Rounds each tree's target on `rows` to units of its own, in which sums over all `rows` are exact, and
/// stores gradients and weights of these rows (those of other rows are undefined). Sums of gradients stay
/// below 2^50 in absolute value. Sums of weights stay below 2^50 or, with counts, below the bits that the
/// counts leave (2^44 for 10^6 rows). A weight of less than one unit is rounded up to one unit, so that only
/// empty bins have weight zero. With unit weights the weight is the count.
std::vector<Quantiser> quantise(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                const QuantiserRule& rule, std::span<GradientStore* const> gradients,
                                TargetTile& tile);

/// The requested rows of a tile.
struct TileRows {
    std::size_t count;
    const std::uint32_t* rows;  ///< null: all of the tile
    std::size_t begin;          ///< the tile's first row
};
/// The factors from values to units, and the layout of a row.
struct QuantiserScale {
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< the count of one row, added to each weight
    int weight_bits = 0;        ///< one-word rows: low bits that hold the weight
};
/// The loops over a tile's rows, as compiled for each instruction set. `weight` null: each row weighs 1.
struct QuantiserKernels {
    /// Extends `extent` by these rows.
    void (*measure)(const TileRows& rows, const double* gradient, const double* weight, TargetExtent& extent);
    /// Stores the rows' gradients and weights in `words`, those of the tile, and adds them to `total`.
    using Quantise = void (*)(const TileRows& rows, const double* gradient, const double* weight,
                              const QuantiserScale& scale, std::uint64_t* words, GradientHessian& total);
    Quantise quantise_to_one_word, quantise_to_two_words;
    static const QuantiserKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
