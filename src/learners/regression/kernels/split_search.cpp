#include "learners/regression/kernels/split_search.hpp"

#include "simd/isa.hpp"

#include <algorithm>

namespace reboost::learners {
namespace {

std::size_t form_of(const NodeSums& node) {
    return static_cast<std::size_t>(node.joined_bits > 0   ? SumForm::joined
                                    : node.count_shift > 0 ? SumForm::counted
                                                           : SumForm::two_words);
}

/// Sets the sums of a block's slots to those of the rows; returns how many values it added.
std::uint64_t fill_block(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                         const RowGradients& gradients, const BlockSums& sums) {
    const std::size_t words = gradients.format().sum_words();
    std::uint64_t* const first = sums.sums + words * (block.slot_begin - sums.first);
    std::fill_n(first, words * (block.slot_end - block.slot_begin), 0);
    return simd::kernels<HistogramKernels>().add(block, rows, gradients, first);
}

}  // namespace

BestCut search_cuts(const HistogramLayout& layout, HistogramSums sums, const NodeSums& node) {
    const auto kernel = simd::kernels<SplitKernels>().search[form_of(node)];
    BestCut best;
    for (const HistogramBlock& block : layout.blocks())
        kernel(layout, block, {sums.data(), 0}, node, best);
    return best;
}

RowSearchResult search_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, const NodeSums& node, HistogramSums block_sums) {
    const auto kernel = simd::kernels<SplitKernels>().search[form_of(node)];
    RowSearchResult result;
    for (const HistogramBlock& block : layout.blocks()) {
        const BlockSums sums{block_sums.data(), block.slot_begin};
        result.used += fill_block(block, rows, gradients, sums);
        kernel(layout, block, sums, node, result.best);
    }
    return result;
}

SplitResult split_and_search(const HistogramLayout& layout, const SplitTask& task) {
    const auto kernel = simd::kernels<SplitKernels>().split[form_of(task.heavy_node)];
    SplitResult result;
    for (const HistogramBlock& block : layout.blocks()) {
        const BlockSums light = task.light.empty() ? BlockSums{task.block.data(), block.slot_begin}
                                                   : BlockSums{task.light.data(), 0};
        if (!task.light_rows.empty())
            result.used += fill_block(block, task.light_rows, task.gradients, light);
        kernel(layout, block, task, light, result);
    }
    return result;
}

}  // namespace reboost::learners
