#include "learners/kernels/row_partition.hpp"

#include <immintrin.h>

namespace reboost::learners {
namespace REBOOST_ISA {

/// Partitions rows counts.read … end − 1 by goes_high(row), one row at a time.
template <class GoesHigh>
[[gnu::always_inline]] inline void one_by_one(const RowLists& lists, std::size_t end,
                                              const GoesHigh& goes_high, PartitionCounts& counts) {
    for (; counts.read < end; ++counts.read) {  // branch-free: store to both sides, advance one counter
        const std::uint32_t row = lists.rows[counts.read];
        const std::size_t is_high = goes_high(row);
        lists.low[counts.low] = row;
        lists.high[counts.high] = row;
        counts.low += 1 - is_high;
        counts.high += is_high;
    }
}

#if defined(__AVX512F__)
/// Rows per SIMD vector.
constexpr std::size_t kRows = 16;

/// Sixteen rows at a time. Looking up their sides one by one takes less than a gather (docs/speed.md).
template <class GoesHigh>
[[gnu::always_inline]] inline void sixteen_by_sixteen(const RowLists& lists, std::size_t end,
                                                      const GoesHigh& goes_high, PartitionCounts& counts) {
    std::size_t read = counts.read;
    std::uint32_t *low_end = lists.low + counts.low, *high_end = lists.high + counts.high;
    for (; read + kRows <= end; read += kRows) {
        const std::uint32_t* const next = lists.rows + read;
        unsigned bits = 0;
#pragma GCC unroll 16
        for (std::size_t k = 0; k < kRows; ++k)
            bits |= static_cast<unsigned>(goes_high(next[k])) << k;
        const auto is_high = static_cast<__mmask16>(bits);
        const __m512i sixteen = _mm512_loadu_si512(next);
        // Whole registers are stored; elements past the ends are overwritten or never read.
        _mm512_storeu_si512(low_end, _mm512_maskz_compress_epi32(_knot_mask16(is_high), sixteen));
        _mm512_storeu_si512(high_end, _mm512_maskz_compress_epi32(is_high, sixteen));
        const auto count = static_cast<std::size_t>(__builtin_popcount(bits));
        high_end += count;
        low_end += kRows - count;
    }
    counts = {read, static_cast<std::size_t>(low_end - lists.low),
              static_cast<std::size_t>(high_end - lists.high)};
}
#endif

template <class GoesHigh>
[[gnu::always_inline]] inline void partition(const RowLists& lists, std::size_t end,
                                             const GoesHigh& goes_high, PartitionCounts& counts) {
#if defined(__AVX512F__)
    sixteen_by_sixteen(lists, end, goes_high, counts);
#endif
    one_by_one(lists, end, goes_high, counts);
}

template <class Code>
PartitionCounts by_code(const void* column, std::uint32_t threshold, std::span<std::uint32_t> rows,
                        std::uint32_t* scratch) {
    const auto* codes = static_cast<const Code*>(column);
    PartitionCounts counts;
    partition(
        {rows.data(), rows.data(), scratch}, rows.size(),
        [=](std::uint32_t row) { return codes[row] >= threshold; }, counts);
    return counts;
}

static void by_side(const RowLists& lists, std::size_t end, const std::uint8_t* side,
                    PartitionCounts& counts) {
    partition(
        lists, end, [=](std::uint32_t row) { return side[row]; }, counts);
}

}  // namespace REBOOST_ISA

const PartitionKernels PartitionKernels::REBOOST_ISA = {
    {REBOOST_ISA::by_code<std::uint8_t>, REBOOST_ISA::by_code<std::uint16_t>,
     REBOOST_ISA::by_code<std::uint32_t>},
    REBOOST_ISA::by_side};

}  // namespace reboost::learners
