#include "learners/regression/kernels/histogram.hpp"

#include "simd/isa.hpp"

namespace reboost::learners {

namespace {

template <class Use>
std::uint64_t use_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums, const Use& use) {
    std::uint64_t used = 0;
    for (const HistogramBlock& block : layout.blocks())
        used += use(block, rows, gradients, sums.data() + gradients.format().sum_words() * block.slot_begin);
    return used;
}

}  // namespace

std::uint64_t add_rows(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums) {
    return simd::kernels<HistogramKernels>().add(block, rows, gradients, sums.data());
}

std::uint64_t add_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums) {
    return use_rows(layout, rows, gradients, sums, simd::kernels<HistogramKernels>().add);
}

std::uint64_t subtract_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, HistogramSums sums) {
    return use_rows(layout, rows, gradients, sums, simd::kernels<HistogramKernels>().subtract);
}

}  // namespace reboost::learners
