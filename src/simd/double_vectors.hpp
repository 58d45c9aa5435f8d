#pragma once
/// SIMD vectors of doubles and of 64-bit words, as wide as a register of the instruction set that this is
/// compiled for: eight lanes with AVX-512, four with AVX2, else two (GCC 12 takes comparisons of wider ones
/// apart word by word). For *.isa.cpp only. All sets do the same operations on a lane, and what joins lanes
/// does not depend on their number, so the bits do not depend on the machine. (What only decides whether to
/// look closer may round otherwise.)
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
/// Anywhere in an array. Pointers to these are never `auto`: it would forget the alignment.
using LooseDouble [[gnu::vector_size(8 * kLanes), gnu::may_alias, gnu::aligned(8)]] = double;
using LooseWord [[gnu::vector_size(8 * kLanes), gnu::may_alias, gnu::aligned(8)]] = std::uint64_t;
/// As many lanes of 32-bit integers.
using LooseNarrow [[gnu::vector_size(4 * kLanes), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;

/// Shuffles of two vectors of (first, second) pairs, each one instruction that moves nothing across 16 bytes:
/// kFirst and kSecond take the pairs apart, lane i then holds a part of pair kPairOfLane[i]. kLow and kHigh
/// make pairs, in their order, of two vectors. kSecondBits: where a vector of pairs holds what stands second.
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

/// Adding 1.5 · 2^52 to a number below 2^51 in size rounds it to the nearest whole number, which then stands
/// in the low bits as two's complement.
constexpr double kRoundingOffset = 6755399441055744.0;
constexpr std::uint64_t kRoundingBits = 0x4338000000000000;  ///< of that number

}  // namespace reboost::simd::REBOOST_ISA
