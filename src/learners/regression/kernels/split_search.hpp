#pragma once
/// The search for the best cut in gradient histograms.
///
/// The gain of a cut (abc2010 eq. 6 to 8), G_L²/H_L + G_R²/H_R − G²/H, equals H · D²/(H_L·H_R) with D = G_L −
/// (G/H)·H_L. This form has no cancellation and is the same from either side (D only changes its sign). Cuts
/// are compared as fractions: two products instead of a division.
#include "learners/regression/kernels/histogram.hpp"

namespace reboost::learners {

/// The best cut found: behind position `position` of a segment. `score` is D²/(H_L·H_R).
struct BestCut {
    double score = 0;
    std::int32_t feature = -1;  ///< −1: no cut has a positive score
    bool upper = false;
    std::uint32_t position = 0;
};

/// The sums of a node that its search needs.
struct NodeSums {
    double gradient = 0, weight = 0;  ///< sums over its rows, in the quantiser's units
    double rows = 0;
    int count_shift = 0;  ///< Quantiser::count_shift
    double least = 1;     ///< minimum of either side of a cut: of rows if they are counted, else of weight
    int joined_bits = 0;  ///< bits of the weight in one-word sums; 0: sums are two words
};

/// Searches all cuts. Of equal scores (as floats) the last feature wins, then the lower segment and position.
BestCut search_cuts(const HistogramLayout& layout, HistogramSums sums, const NodeSums& node);

/// A node's best cut, and how many stored values were added to find it.
struct RowSearchResult {
    BestCut best;
    std::uint64_t used = 0;
};
/// Searches all cuts from the node's rows. `block`: layout.largest_block() slots, zero before and after.
RowSearchResult search_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, const NodeSums& node, HistogramSums block);

/// Where the lighter child's sums come from in a split, and whether they are kept.
enum class LightSums {
    filled,  ///< the sums are in `light` already
    kept,    ///< the sums are computed from the child's rows and stored in `light`
    dropped  ///< the sums are computed from the child's rows and not stored
};
/// The split of one node: the lighter child's rows and the two histograms.
struct SplitTask {
    std::span<const std::uint32_t> light_rows;  ///< not read if `light_sums` is filled
    RowGradients gradients;
    HistogramSums parent;  ///< in: the parent's sums; out: the heavier child's sums
    HistogramSums light;   ///< the lighter child's sums; unused if these are dropped
    LightSums light_sums;
    HistogramSums block;  ///< scratch, as `block` in search_rows
    NodeSums heavy_node, light_node;
};
struct SplitResult {
    BestCut heavy, light;
    std::uint64_t used = 0;  ///< stored values added
};
/// Block by block, so that sums stay in the cache: light child's sums, parent −= these sums, both searched.
SplitResult split_and_search(const HistogramLayout& layout, const SplitTask& task);

enum class SumForm {
    two_words,  ///< gradient, weight
    counted,    ///< gradient, weight whose high bits count rows
    joined      ///< gradient and weight in one word; the weight counts rows
};
/// Whether sums are kept or set to zero once they are searched.
enum class AfterSearch { keep, clear };
/// The sums of a block, or of a whole histogram.
struct BlockSums {
    std::uint64_t* sums;
    std::uint32_t first;  ///< the slot of sums[0]
};
/// Search and split of one block, compiled for each instruction set.
struct SplitKernels {
    using Search = void (*)(const HistogramLayout& layout, const HistogramBlock& block, const BlockSums& sums,
                            const NodeSums& node, BestCut& best);
    using Split = void (*)(const HistogramLayout& layout, const HistogramBlock& block, const SplitTask& task,
                           SplitResult& result);
    struct OfForm {
        Search search, search_and_clear;
        Split split[3];  ///< indexed by LightSums
    };
    OfForm of_form[3];  ///< indexed by SumForm
    static const SplitKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
