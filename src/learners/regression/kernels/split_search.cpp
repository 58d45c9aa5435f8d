#include "learners/regression/kernels/split_search.hpp"

#include "simd/isa.hpp"

namespace reboost::learners {
namespace {

const SplitKernels::OfForm& kernels_of(const NodeSums& node) {
    const SumForm form = node.joined_bits > 0   ? SumForm::joined
                         : node.count_shift > 0 ? SumForm::counted
                                                : SumForm::two_words;
    return simd::kernels<SplitKernels>().of_form[static_cast<std::size_t>(form)];
}

}  // namespace

BestCut search_cuts(const HistogramLayout& layout, HistogramSums sums, const NodeSums& node) {
    const auto kernel = kernels_of(node).search;
    BestCut best;
    for (const HistogramBlock& block : layout.blocks())
        kernel(layout, block, {sums.data(), 0}, node, best);
    return best;
}

RowSearchResult search_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, const NodeSums& node, HistogramSums block_sums) {
    const auto kernel = kernels_of(node).search_and_clear;
    RowSearchResult result;
    for (const HistogramBlock& block : layout.blocks()) {
        result.used += add_rows(block, rows, gradients, block_sums);
        kernel(layout, block, {block_sums.data(), block.slot_begin}, node, result.best);
    }
    return result;
}

SplitResult split_and_search(const HistogramLayout& layout, const SplitTask& task) {
    const auto kernel = kernels_of(task.heavy_node).split[static_cast<std::size_t>(task.light_sums)];
    SplitResult result;
    for (const HistogramBlock& block : layout.blocks()) {
        if (task.light_sums != LightSums::filled)
            result.used += add_rows(block, task.light_rows, task.gradients, task.block);
        kernel(layout, block, task, result);
    }
    return result;
}

}  // namespace reboost::learners
