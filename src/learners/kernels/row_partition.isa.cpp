#include "learners/kernels/row_partition.hpp"

#include <immintrin.h>

namespace reboost::learners {
namespace REBOOST_ISA {

/// Partitions rows counts.read … end − 1 by goes_high(row), one row at a time.
template <class Index, class GoesHigh>
[[gnu::always_inline]] inline void one_by_one(const Index* rows, std::size_t end, Index* low, Index* high,
                                              const GoesHigh& goes_high, PartitionCounts& counts) {
    for (; counts.read < end; ++counts.read) {  // branch-free: store to both sides, advance one counter
        const Index row = rows[counts.read];
        const std::size_t is_high = goes_high(row);
        low[counts.low] = row;
        high[counts.high] = row;
        counts.low += 1 - is_high;
        counts.high += is_high;
    }
}

#if defined(__AVX512F__)
/// Rows per SIMD vector.
constexpr std::size_t kRows = 16;

[[gnu::always_inline]] inline __m512i load_rows(const std::uint16_t* from) {
    return _mm512_maskz_cvtepu16_epi32(__mmask16{0xFFFF},
                                       _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}
[[gnu::always_inline]] inline __m512i load_rows(const std::uint32_t* from) {
    return _mm512_loadu_si512(from);
}
[[gnu::always_inline]] inline void store_rows(std::uint16_t* to, __m512i rows) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi32_epi16(__mmask16{0xFFFF}, rows));
}
[[gnu::always_inline]] inline void store_rows(std::uint32_t* to, __m512i rows) {
    _mm512_storeu_si512(to, rows);
}

/// Sixteen rows at a time. Looking up their sides one by one takes less than a gather (docs/speed.md).
template <class Index, class GoesHigh>
[[gnu::always_inline]] inline void sixteen_by_sixteen(const Index* rows, std::size_t end, Index* low,
                                                      Index* high, const GoesHigh& goes_high,
                                                      PartitionCounts& counts) {
    std::size_t read = counts.read;
    Index *low_end = low + counts.low, *high_end = high + counts.high;
    for (; read + kRows <= end; read += kRows) {
        const Index* const next = rows + read;
        unsigned bits = 0;
#pragma GCC unroll 16
        for (std::size_t k = 0; k < kRows; ++k)
            bits |= static_cast<unsigned>(goes_high(next[k])) << k;
        const auto is_high = static_cast<__mmask16>(bits);
        const __m512i sixteen = load_rows(next);
        // Whole registers are stored; elements past the ends are overwritten or never read.
        store_rows(low_end, _mm512_maskz_compress_epi32(_knot_mask16(is_high), sixteen));
        store_rows(high_end, _mm512_maskz_compress_epi32(is_high, sixteen));
        const auto count = static_cast<std::size_t>(__builtin_popcount(bits));
        high_end += count;
        low_end += kRows - count;
    }
    counts = {read, static_cast<std::size_t>(low_end - low), static_cast<std::size_t>(high_end - high)};
}
#endif

template <class Index, class GoesHigh>
[[gnu::always_inline]] inline void partition(const Index* rows, std::size_t end, Index* low, Index* high,
                                             const GoesHigh& goes_high, PartitionCounts& counts) {
#if defined(__AVX512F__)
    sixteen_by_sixteen(rows, end, low, high, goes_high, counts);
#endif
    one_by_one(rows, end, low, high, goes_high, counts);
}

template <class Code>
PartitionCounts by_code(const void* column, std::uint32_t threshold, std::span<std::uint32_t> rows,
                        std::uint32_t* scratch) {
    const auto* codes = static_cast<const Code*>(column);
    PartitionCounts counts;
    partition(
        rows.data(), rows.size(), rows.data(), scratch,
        [=](std::uint32_t row) { return codes[row] >= threshold; }, counts);
    return counts;
}

template <class Index>
void by_side(const RowLists& lists, std::size_t end, const std::uint8_t* side, PartitionCounts& counts) {
    partition(
        static_cast<const Index*>(lists.rows), end, static_cast<Index*>(lists.low),
        static_cast<Index*>(lists.high), [=](Index row) { return side[row]; }, counts);
}

}  // namespace REBOOST_ISA

const PartitionKernels PartitionKernels::REBOOST_ISA = {
    {REBOOST_ISA::by_code<std::uint8_t>, REBOOST_ISA::by_code<std::uint16_t>,
     REBOOST_ISA::by_code<std::uint32_t>},
    {REBOOST_ISA::by_side<std::uint16_t>, REBOOST_ISA::by_side<std::uint32_t>}};

}  // namespace reboost::learners
