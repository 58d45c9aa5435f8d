#pragma once
/// Gradients and weights as whole numbers on a grid, so that sums are exact, whatever their order: a child's
/// histogram is exactly its parent's minus its sibling's, an empty bin is exactly zero, and the bits do not
/// depend on how the work is divided.
#include "learners/regression/kernels/gradient_hessian.hpp"
#include "learners/regression/kernels/targets.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The units of the grid: powers of two.
struct GradientGrid {
    double gradient_unit = 1, weight_unit = 1;
    int count_shift = 0;    ///< rows stand in a weight's bits from here on; 0: nowhere
    GradientPair total;     ///< the sum over all rows that were put on it
    double square_sum = 0;  ///< Σ gradient²/weight over these rows, before rounding

    /// A gain in units of the grid times this is the gain of eq. 6.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
    /// The parts of a sum, in units of the grid.
    double gradient(const GradientPair& sum) const { return static_cast<double>(sum.gradient); }
    double weight(const GradientPair& sum) const {
        return static_cast<double>(count_shift > 0 ? sum.weight & ((std::uint64_t{1} << count_shift) - 1)
                                                   : sum.weight);
    }
};

/// What a row weighs: one (eq. 8) or its second derivative (eq. 7).
enum class GridWeights { ones, hessians };
/// Whether weights carry counts.
enum class RowCounts { none, packed };

/// What a tree's units are chosen by.
struct TargetExtent {
    double gradient = 0, weight = 0;  ///< the largest absolute values
    double gradient_sum = 0;          ///< Σ |gradient|; its last digits differ between instruction sets
    std::array<double, 8> squares{};  ///< gradient²/weight, added up eight abreast
};
/// How rows are put on a grid. `form`: how the pairs are kept; it does not change them.
struct GridRule {
    GridWeights weights = GridWeights::ones;
    RowCounts counts = RowCounts::none;
    PairForm form = PairForm::two_words;
};

/// Of each tree's target on `rows` (ascending, each once).
std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, GridWeights weights, TargetTile& tile);

/// Rounds each tree's target on `rows` to a grid of its own on which sums over all `rows` are exact, and
/// stores the pairs of these rows (those of others are undefined). Sums of gradients stay below 2^50 in size,
/// sums of weights below 2^50 or, with counts, below what the counts leave of 64 bits (2^44 for 10^6 rows). A
/// weight of less than one unit counts as one, so that a bin's weight is zero only where it has no rows. With
/// weights of one the weight is the count.
std::vector<GradientGrid> round_to_grid(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                        std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                        const GridRule& rule, std::span<PairStore* const> pairs,
                                        TargetTile& tile);

/// The rows of a tile that are asked for.
struct TileRows {
    std::size_t count;
    const std::uint32_t* rows;  ///< null: all of the tile
    std::size_t begin;          ///< the tile's first row
};
/// How a tree's rows become pairs.
struct Placing {
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< added to each weight
    int weight_bits = 0;        ///< of pairs in one word
};
/// The loops over a tile's rows, as compiled for each instruction set. `weight` null: each row weighs 1.
struct QuantiserKernels {
    /// Widens the extent.
    void (*measure)(const TileRows& rows, const double* gradient, const double* weight, TargetExtent& extent);
    /// Stores the rows' pairs in `words`, the tile's own, and adds them to `total`.
    using Place = void (*)(const TileRows& rows, const double* gradient, const double* weight,
                           const Placing& placing, std::uint64_t* words, GradientPair& total);
    Place place_one_word, place_two_words;
    static const QuantiserKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
