#pragma once
/// SIMD vectors of doubles and of 64-bit words, as wide as a register of the instruction set: eight lanes
/// with AVX-512, four with AVX2, otherwise two (GCC 12 compiles comparisons of wider vectors to scalar code).
/// For *.isa.cpp only. Results have the same bits on every machine: all sets do the same operations in a
/// lane, and reductions do not depend on the number of lanes. (Tests that decide whether to compute exactly
/// may round differently.)
#include <array>
#include <cstddef>
#include <cstdint>

namespace reboost::simd::REBOOST_ISA {

#if defined(__AVX512F__)
constexpr std::size_t kLanes = 8;
#elif defined(__AVX2__)
constexpr std::size_t kLanes = 4;
#else
constexpr std::size_t kLanes = 2;
#endif

using Double [[gnu::vector_size(8 * kLanes), gnu::may_alias]] = double;
using Int [[gnu::vector_size(8 * kLanes), gnu::may_alias]] = std::int64_t;
using Word [[gnu::vector_size(8 * kLanes), gnu::may_alias]] = std::uint64_t;
/// Vectors at any element of an array. Declare pointers to them explicitly: `auto` would lose the alignment.
using UnalignedDouble [[gnu::vector_size(8 * kLanes), gnu::may_alias, gnu::aligned(8)]] = double;
using UnalignedWord [[gnu::vector_size(8 * kLanes), gnu::may_alias, gnu::aligned(8)]] = std::uint64_t;
/// The same number of 32-bit integers, at any element of an array.
using UnalignedInt32 [[gnu::vector_size(4 * kLanes), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;

/// Shuffles between two vectors of interleaved pairs (first, second) and a vector of first and one of second
/// values; each is one instruction within 16-byte blocks. kFirst and kSecond deinterleave; lane i then is of
/// pair kPairOfLane[i]. kLow and kHigh interleave in order. kSecondBits: mask of the second values.
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
#if defined(__AVX512F__)
constexpr Word kFirst = {0, 8, 2, 10, 4, 12, 6, 14}, kSecond = {1, 9, 3, 11, 5, 13, 7, 15};
constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 4, 1, 5, 2, 6, 3, 7};
constexpr Word kSecondBits = {0, kAllBits, 0, kAllBits, 0, kAllBits, 0, kAllBits};
constexpr Word kLow = {0, 8, 1, 9, 2, 10, 3, 11}, kHigh = {4, 12, 5, 13, 6, 14, 7, 15};
#elif defined(__AVX2__)
constexpr Word kFirst = {0, 4, 2, 6}, kSecond = {1, 5, 3, 7};
constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 2, 1, 3};
constexpr Word kSecondBits = {0, kAllBits, 0, kAllBits};
constexpr Word kLow = {0, 4, 1, 5}, kHigh = {2, 6, 3, 7};
#else
constexpr Word kFirst = {0, 2}, kSecond = {1, 3};
constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 1};
constexpr Word kSecondBits = {0, kAllBits};
constexpr Word kLow = {0, 2}, kHigh = {1, 3};
#endif

/// 1.5 · 2^52. Added to x, |x| < 2^51, it rounds x: the low bits are the nearest integer in two's complement.
constexpr double kRoundingOffset = 6755399441055744.0;
constexpr std::uint64_t kRoundingBits = 0x4338000000000000;  ///< bits of kRoundingOffset

constexpr double kLog2E = 1.4426950408889634074;
/// ln 2 = kLn2High + kLn2Low; kLn2High has 33 bits, so that its products with exponents are exact.
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

/// e^x for −700 ≤ x ≤ 700 as 2^n · e^r with |r| ≤ ½ ln 2 and Taylor's series to r^13 (error < 2^-53).
[[gnu::always_inline]] inline Double exponential(Double x) {
    constexpr auto kInverseFactorials = [] {  // 1/13!, …, 1/0!
        std::array<double, 14> inverse{};
        double factorial = 1;
        for (std::size_t n = 0; n < 14; factorial *= static_cast<double>(++n))
            inverse[13 - n] = 1 / factorial;
        return inverse;
    }();
    const Double shifted = x * kLog2E + kRoundingOffset;
    const Double n = shifted - kRoundingOffset;
    const Double r = (x - n * kLn2High) - n * kLn2Low;
    Double sum = Double{} + kInverseFactorials[0];
    for (std::size_t i = 1; i < 14; ++i)
        sum = sum * r + kInverseFactorials[i];
    // The low bits of `shifted` are n; shifted left they add n to the exponent.
    return reinterpret_cast<Double>(reinterpret_cast<Int>(sum) + (reinterpret_cast<Int>(shifted) << 52));
}

#if defined(__clang__)
/// GCC's shuffle of two vectors, which clang (the fuzzers' compiler) lacks.
template <class Vector>
[[gnu::always_inline]] inline Vector __builtin_shuffle(Vector a, Vector b, Word places) {
    Vector shuffled;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        shuffled[lane] =
            places[lane] % (2 * kLanes) < kLanes ? a[places[lane] % kLanes] : b[places[lane] % kLanes];
    return shuffled;
}
#endif

}  // namespace reboost::simd::REBOOST_ISA
