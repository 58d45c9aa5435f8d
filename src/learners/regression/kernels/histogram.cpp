#include "learners/regression/kernels/histogram.hpp"

#include "simd/isa.hpp"

namespace reboost::learners {

namespace {

template <class Use>
std::uint64_t use_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       const RowPairs& pairs, GradientSums sums, const Use& use) {
    std::uint64_t used = 0;
    for (const GradientBlock& block : layout.blocks())
        used += use(block, rows, pairs, sums.data() + pairs.format().sum_words() * block.slot_begin);
    return used;
}

}  // namespace

std::uint64_t add_rows(const GradientBlock& block, std::span<const std::uint32_t> rows, const RowPairs& pairs,
                       GradientSums sums) {
    return simd::kernels<HistogramKernels>().add(block, rows, pairs, sums.data());
}

std::uint64_t add_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       const RowPairs& pairs, GradientSums sums) {
    return use_rows(layout, rows, pairs, sums, simd::kernels<HistogramKernels>().add);
}

std::uint64_t subtract_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                            const RowPairs& pairs, GradientSums sums) {
    return use_rows(layout, rows, pairs, sums, simd::kernels<HistogramKernels>().subtract);
}

}  // namespace reboost::learners
