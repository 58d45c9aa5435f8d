#pragma once
/// Sums of (gradient, weight) a bin, and the search for the best cut in them.
///
/// Both are whole numbers kept in doubles: gradients and weights are rounded to a grid so fine that no sum
/// over all rows exceeds 2^51 (`GradientGrid`). Sums are therefore exact, whatever their order: a child's
/// histogram is exactly its parent's minus its sibling's, an empty bin is exactly zero, and the bits do not
/// depend on how the work is divided.
///
/// The gain of a cut (abc2010 eq. 6 to 8), G_L²/H_L + G_R²/H_R − G²/H, equals H · D²/(H_L·H_R) with D = G_L −
/// (G/H)·H_L: one division a bin, no cancellation, and the same number from either side (D only changes its
/// sign).
#include "learners/kernels/gradient_layout.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Sums over rows, in units of the grid.
struct GradientPair {
    double gradient = 0, weight = 0;
    bool operator==(const GradientPair&) const = default;
};

/// The units of the grid: powers of two.
struct GradientGrid {
    double gradient_unit = 1, weight_unit = 1;
    /// A gain in units of the grid times this is the gain of eq. 6.
    double gain_unit() const { return gradient_unit * gradient_unit / weight_unit; }
};

/// Rounds rows to a grid on which sums over all `rows` are exact: pairs[i] for each i of rows. A weight of
/// less than one unit counts as one, so that a bin's weight is zero only where it has no rows. `weight`
/// empty: each row weighs 1 (eq. 8).
GradientGrid round_to_grid(std::span<const std::uint32_t> rows, std::span<const double> gradient,
                           std::span<const double> weight, std::span<GradientPair> pairs);

/// A histogram's arrays, on 64-byte boundaries.
struct GradientSums {
    std::span<double> sums;           ///< 2 · slots: (gradient, weight) of slot s at 2s
    std::span<std::uint32_t> counts;  ///< slots: rows; empty where nobody asks how many
    GradientSums(std::span<double> pair_sums, std::span<std::uint32_t> row_counts = {})  // NOLINT: converts
        : sums(pair_sums), counts(row_counts) {}
    double operator[](std::size_t i) const { return sums[i]; }
};

/// Adds the rows' pairs to the slots of their stored values. Returns how many were added.
std::uint64_t add_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       std::span<const GradientPair> pairs, GradientSums sums);
/// Takes them away again.
std::uint64_t subtract_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                            std::span<const GradientPair> pairs, GradientSums sums);
/// Rows a slot.
std::vector<std::uint32_t> count_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows);
/// Sets the slots that the rows fall into to zero.
void clear_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows, GradientSums sums);

/// The best cut found: between position `position` of a segment and what lies behind it. `score` is
/// D²/(H_L·H_R).
struct BestCut {
    double score = 0;
    std::int32_t feature = -1;  ///< −1: none with a positive score
    bool upper = false;
    std::uint32_t position = 0;
};

/// What a search is told of its node.
struct NodeSums {
    GradientPair total;
    double min_weight = 1;  ///< either side's weight is at least so much, in units of the grid
    double rows = 0;        ///< with counts: the node's rows …
    double min_rows = 1;    ///< … and how many either side has at least
};

/// Searches all cuts. Ties (scores equal as floats): the last feature, as in the author's program;
/// then the lower segment, then the lower position.
BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node);
/// parent −= child, and both searched in the same pass.
void subtract_and_search(const GradientLayout& layout, GradientSums parent, GradientSums child,
                         const NodeSums& rest_node, const NodeSums& child_node, BestCut& rest_best,
                         BestCut& child_best);

}  // namespace reboost::learners
