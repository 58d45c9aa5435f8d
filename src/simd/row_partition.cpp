#include "simd/row_partition.hpp"

#include "simd/isa.hpp"

#include <algorithm>
#include <bit>
#include <variant>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace reboost::learners {

namespace {

/// How far a partition has come: rows below the threshold stand in front, the others in the scratch.
struct Parted {
    std::size_t read = 0, left = 0, right = 0;
};

template <class Code>
void part_one_by_one(const std::vector<Code>& codes, std::uint32_t threshold, std::span<std::uint32_t> rows,
                     std::span<std::uint32_t> scratch, Parted& parted) {
    for (; parted.read < rows.size(); ++parted.read) {  // no branch: both stores happen, one counter moves
        const std::uint32_t row = rows[parted.read];
        const bool goes_right = codes[row] >= threshold;
        rows[parted.left] = row;
        scratch[parted.right] = row;
        parted.left += goes_right ? 0U : 1U;
        parted.right += goes_right ? 1U : 0U;
    }
}

#if defined(__x86_64__)
constexpr std::size_t kLanes = 16;

/// Bit k: is_set(k). Values looked up one by one take less time than a gather of sixteen (docs/speed.md).
template <class IsSet>
[[gnu::always_inline]] inline unsigned sixteen_bits(IsSet is_set) {
    unsigned bits = 0;
#pragma GCC unroll 16
    for (std::size_t k = 0; k < kLanes; ++k)
        bits |= static_cast<unsigned>(is_set(k)) << k;
    return bits;
}

/// Sixteen rows at a time.
template <class Code>
[[gnu::target("avx512f")]] void part_by_sixteen(const std::vector<Code>& codes, std::uint32_t threshold,
                                                std::span<std::uint32_t> rows,
                                                std::span<std::uint32_t> scratch, Parted& parted) {
    const Code* const code_of = codes.data();
    const std::uint32_t* const from = rows.data();
    std::size_t read = parted.read;
    std::uint32_t *left_end = rows.data() + parted.left, *right_end = scratch.data() + parted.right;
    for (; read + kLanes <= rows.size(); read += kLanes) {
        const std::uint32_t* const next = from + read;
        const unsigned right = sixteen_bits([&](std::size_t k) { return code_of[next[k]] >= threshold; });
        const auto goes_right = static_cast<__mmask16>(right);
        const __m512i sixteen = _mm512_loadu_si512(next);
        // Whole registers are stored: what is behind the ends is written again or not read.
        _mm512_storeu_si512(left_end, _mm512_maskz_compress_epi32(_knot_mask16(goes_right), sixteen));
        _mm512_storeu_si512(right_end, _mm512_maskz_compress_epi32(goes_right, sixteen));
        const auto count = static_cast<std::size_t>(std::popcount(right));
        right_end += count;
        left_end += kLanes - count;
    }
    parted = {read, static_cast<std::size_t>(left_end - rows.data()),
              static_cast<std::size_t>(right_end - scratch.data())};
}
#endif

template <class Code>
std::size_t partition_codes(const std::vector<Code>& codes, std::uint32_t threshold,
                            std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch) {
    Parted parted;
#if defined(__x86_64__)
    if (best_isa() == Isa::avx512) part_by_sixteen(codes, threshold, rows, scratch, parted);
#endif
    part_one_by_one(codes, threshold, rows, scratch, parted);
    std::copy_n(scratch.begin(), parted.right, rows.begin() + static_cast<std::ptrdiff_t>(parted.left));
    return parted.left;
}

template <class Index>
void part_sides_one_by_one(const RowLists<Index>& lists, std::size_t end, const std::uint8_t* side,
                           PartedRows& parted) {
    for (; parted.read < end; ++parted.read) {
        const Index row = lists.rows[parted.read];
        const std::size_t is_high = side[row];
        lists.low[parted.low] = row;
        lists.high[parted.high] = row;
        parted.low += 1 - is_high;
        parted.high += is_high;
    }
}

#if defined(__x86_64__)
[[gnu::target("avx512f,avx512vl"), gnu::always_inline]] inline __m512i load_sixteen(
    const std::uint16_t* from) {
    return _mm512_maskz_cvtepu16_epi32(__mmask16{0xFFFF},
                                       _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}
[[gnu::target("avx512f,avx512vl"), gnu::always_inline]] inline __m512i load_sixteen(
    const std::uint32_t* from) {
    return _mm512_loadu_si512(from);
}
[[gnu::target("avx512f,avx512vl"), gnu::always_inline]] inline void store_sixteen(std::uint16_t* to,
                                                                                  __m512i values) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm512_maskz_cvtepi32_epi16(__mmask16{0xFFFF}, values));
}
[[gnu::target("avx512f,avx512vl"), gnu::always_inline]] inline void store_sixteen(std::uint32_t* to,
                                                                                  __m512i values) {
    _mm512_storeu_si512(to, values);
}

template <class Index>
[[gnu::target("avx512f,avx512vl")]] void part_sides_by_sixteen(const RowLists<Index>& lists, std::size_t end,
                                                               const std::uint8_t* side, PartedRows& parted) {
    const Index* const from = lists.rows;
    std::size_t read = parted.read;
    Index *low_end = lists.low + parted.low, *high_end = lists.high + parted.high;
    for (; read + kLanes <= end; read += kLanes) {
        const Index* const next = from + read;
        const unsigned bits = sixteen_bits([&](std::size_t k) { return side[next[k]]; });
        const auto high = static_cast<__mmask16>(bits);
        const __m512i rows = load_sixteen(next);
        store_sixteen(low_end, _mm512_maskz_compress_epi32(_knot_mask16(high), rows));
        store_sixteen(high_end, _mm512_maskz_compress_epi32(high, rows));
        const auto count = static_cast<std::size_t>(std::popcount(bits));
        high_end += count;
        low_end += kLanes - count;
    }
    parted = {read, static_cast<std::size_t>(low_end - lists.low),
              static_cast<std::size_t>(high_end - lists.high)};
}
#endif

template <class Index>
void part_sides(const RowLists<Index>& lists, std::size_t end, const std::uint8_t* side, PartedRows& parted) {
#if defined(__x86_64__)
    if (best_isa() == Isa::avx512) part_sides_by_sixteen(lists, end, side, parted);
#endif
    part_sides_one_by_one(lists, end, side, parted);
}

}  // namespace

void partition_by_side(const RowLists<std::uint16_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartedRows& parted) {
    part_sides(lists, end, side, parted);
}
void partition_by_side(const RowLists<std::uint32_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartedRows& parted) {
    part_sides(lists, end, side, parted);
}

std::size_t partition_rows(const data::BinnedColumn& column, std::uint32_t threshold,
                           std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch) {
    return std::visit([&](const auto& codes) { return partition_codes(codes, threshold, rows, scratch); },
                      column.codes);
}

}  // namespace reboost::learners
