#pragma once
/// The search for the best cut in gradient histograms.
///
/// The gain of a cut (abc2010 eq. 6 to 8), G_L²/H_L + G_R²/H_R − G²/H, equals H · D²/(H_L·H_R) with D = G_L −
/// (G/H)·H_L: no cancellation, and the same number from either side (D only changes its sign). Cuts are
/// compared as fractions, by two products in place of a division.
#include "learners/kernels/gradient_histogram.hpp"

namespace reboost::learners {

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
    double gradient = 0, weight = 0;  ///< sums over its rows, in units of the grid
    double rows = 0;
    int count_shift = 0;  ///< of the grid
    double least = 1;     ///< what either side has at least: rows where they are counted, else weight
};

/// Searches all cuts. Ties (scores equal as floats): the last feature, as in the author's program;
/// then the lower segment, then the lower position.
BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node);

/// What a histogram's array holds before a split.
enum class Holds { anything, zeros, sums };

/// One node split: the lighter child's rows and the two histograms.
struct SplitTask {
    std::span<const std::uint32_t> light_rows;
    RowPairs pairs;
    GradientSums parent;  ///< becomes the heavier child's
    GradientSums light;   ///< becomes the lighter child's
    Holds light_holds;
    NodeSums heavy_node, light_node;
};
struct SplitResult {
    BestCut heavy, light;
    std::uint64_t used = 0;  ///< stored values added
};
/// Block by block, so that sums stay in the cache: light = the rows' sums (unless it holds them), parent −=
/// light, both searched.
SplitResult split_and_search(const GradientLayout& layout, const SplitTask& task);

}  // namespace reboost::learners
