#pragma once
/// The search for the best cut in gradient histograms.
///
/// The gain of a cut (abc2010 eq. 6 to 8), G_L²/H_L + G_R²/H_R − G²/H, equals H · D²/(H_L·H_R) with D = G_L −
/// (G/H)·H_L: no cancellation, and the same number from either side (D only changes its sign). Cuts are
/// compared as fractions, by two products in place of a division.
#include "learners/regression/kernels/histogram.hpp"

namespace reboost::learners {

/// The best cut found: between position `position` of a segment and what lies behind it. `score` is
/// D²/(H_L·H_R).
struct BestCut {
    double score = 0;
    std::int32_t feature = -1;  ///< −1: none with a positive score
    bool upper = false;
    std::uint32_t position = 0;
};

/// What a search needs of its node.
struct NodeSums {
    double gradient = 0, weight = 0;  ///< sums over its rows, in the quantiser's units
    double rows = 0;
    int count_shift = 0;  ///< the quantiser's
    double least = 1;     ///< what either side has at least: rows where they are counted, else weight
    int joined_bits = 0;  ///< of the weight in sums of one word; 0: they are of two
};

/// Searches all cuts. Ties (scores equal as floats): the last feature, as in the author's program;
/// then the lower segment, then the lower position.
BestCut search_cuts(const HistogramLayout& layout, HistogramSums sums, const NodeSums& node);

/// A node's best cut, and how many stored values were added on the way.
struct RowSearch {
    BestCut best;
    std::uint64_t used = 0;
};
/// The same from the node's rows, block by block. `block`: room for layout.largest_block() slots, zeros
/// before and after; it stays in the cache.
RowSearch search_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                      const RowGradients& gradients, const NodeSums& node, HistogramSums block);

/// Where the lighter child's sums are before a split, and after.
enum class LightSums {
    filled,  ///< they stand in `light`
    kept,    ///< they come from its rows and are to stand in `light`
    dropped  ///< they come from its rows and are not wanted any more
};
/// One node split: the lighter child's rows and the two histograms.
struct SplitTask {
    std::span<const std::uint32_t> light_rows;  ///< not read where its sums are filled
    RowGradients gradients;
    HistogramSums parent;  ///< becomes the heavier child's
    HistogramSums light;   ///< the lighter child's; not used where they are dropped
    LightSums light_sums;
    HistogramSums block;  ///< as in search_rows
    NodeSums heavy_node, light_node;
};
struct SplitResult {
    BestCut heavy, light;
    std::uint64_t used = 0;  ///< stored values added
};
/// Block by block, so that sums stay in the cache: the lighter child's sums, parent −= these, both searched.
SplitResult split_and_search(const HistogramLayout& layout, const SplitTask& task);

/// What sums are made of.
enum class SumForm {
    two_words,  ///< gradient, weight
    counted,    ///< the same, the weight's high bits count rows
    joined      ///< both in one word; the weight counts rows
};
/// Whether sums that were searched stay, or zeros take their place.
enum class Searched { stay, drain };
/// The sums of a block's slots, or of a whole histogram's.
struct BlockSums {
    std::uint64_t* sums;
    std::uint32_t first;  ///< the slot that stands at sums[0]
};
/// Search and split of one block, as compiled for each instruction set.
struct SplitKernels {
    using Search = void (*)(const HistogramLayout& layout, const HistogramBlock& block, const BlockSums& sums,
                            const NodeSums& node, BestCut& best);
    using Split = void (*)(const HistogramLayout& layout, const HistogramBlock& block, const SplitTask& task,
                           SplitResult& result);
    struct OfForm {
        Search search, search_and_drain;
        Split split[3];  ///< by LightSums
    };
    OfForm of_form[3];  ///< by SumForm
    static const SplitKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
