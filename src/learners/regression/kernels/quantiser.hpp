#pragma once
/// Gradients and weights as whole multiples of a unit, so that sums are exact, whatever their order: a
/// child's histogram is exactly its parent's minus its sibling's, an empty bin is exactly zero, and the bits
/// do not depend on how the work is divided.
#include "learners/regression/kernels/gradient_hessian.hpp"
#include "learners/regression/kernels/targets.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// What turns values into whole numbers, and back: units that are powers of two.
struct Quantiser {
    double gradient_unit = 1, weight_unit = 1;
    int count_shift = 0;    ///< rows stand in a weight's bits from here on; 0: nowhere
    GradientHessian total;  ///< the sum over all quantised rows
    double square_sum = 0;  ///< Σ gradient²/weight over these rows, before rounding

    /// A gain in these units times this is the gain of eq. 6.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
    /// The parts of a sum, in these units.
    double gradient(const GradientHessian& sum) const { return static_cast<double>(sum.gradient); }
    double weight(const GradientHessian& sum) const {
        return static_cast<double>(count_shift > 0 ? sum.weight & ((std::uint64_t{1} << count_shift) - 1)
                                                   : sum.weight);
    }
};

/// What a row weighs: one (eq. 8) or its second derivative (eq. 7).
enum class RowWeights { ones, hessians };
/// Whether weights carry counts.
enum class RowCounts { none, packed };

/// What a tree's units are chosen by.
struct TargetExtent {
    double gradient = 0, weight = 0;  ///< the largest absolute values
    double gradient_sum = 0;          ///< Σ |gradient|; its last digits differ between instruction sets
    std::array<double, 8> squares{};  ///< gradient²/weight, added up in eight lanes
};
/// How rows are quantised. `form`: how the gradients are kept; it does not change them.
struct QuantiserRule {
    RowWeights weights = RowWeights::ones;
    RowCounts counts = RowCounts::none;
    RowForm form = RowForm::two_words;
};

/// Of each tree's target on `rows` (ascending, each once).
std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, RowWeights weights, TargetTile& tile);

/// Rounds each tree's target on `rows` to units of its own in which sums over all `rows` are exact, and
/// stores the gradients of these rows (those of others are undefined). Sums of gradients stay below 2^50 in
/// size, sums of weights below 2^50 or, with counts, below what the counts leave of 64 bits (2^44 for 10^6
/// rows). A weight of less than one unit counts as one, so that a bin's weight is zero only where it has no
/// rows. With weights of one the weight is the count.
std::vector<Quantiser> quantise(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                const QuantiserRule& rule, std::span<GradientStore* const> gradients,
                                TargetTile& tile);

/// The rows of a tile that are asked for.
struct TileRows {
    std::size_t count;
    const std::uint32_t* rows;  ///< null: all of the tile
    std::size_t begin;          ///< the tile's first row
};
/// How a tree's rows become gradients.
struct Placing {
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< added to each weight
    int weight_bits = 0;        ///< of gradients in one word
};
/// The loops over a tile's rows, as compiled for each instruction set. `weight` null: each row weighs 1.
struct QuantiserKernels {
    /// Widens the extent.
    void (*measure)(const TileRows& rows, const double* gradient, const double* weight, TargetExtent& extent);
    /// Stores the rows' gradients in `words`, the tile's own, and adds them to `total`.
    using Place = void (*)(const TileRows& rows, const double* gradient, const double* weight,
                           const Placing& placing, std::uint64_t* words, GradientHessian& total);
    Place place_one_word, place_two_words;
    static const QuantiserKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
