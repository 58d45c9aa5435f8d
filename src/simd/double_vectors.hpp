#pragma once
/// Doubles and words abreast, as GCC vector types of a register's width: eight with AVX-512, four with AVX2,
/// else two (of wider ones GCC 12 takes comparisons apart word by word). Bodies are always_inline templates
/// of the vectors; each is wrapped once per instruction set, and the wrapper is chosen at run time. All of
/// them do the same operations on a lane, and what joins lanes does not depend on their number, so the bits
/// do not depend on the machine. (What only decides whether to look closer may round otherwise.)
#include "simd/isa.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace reboost::learners {

using Double8 [[gnu::vector_size(64), gnu::may_alias]] = double;
using Double4 [[gnu::vector_size(32), gnu::may_alias]] = double;
using Double2 [[gnu::vector_size(16), gnu::may_alias]] = double;
using Int8 [[gnu::vector_size(64), gnu::may_alias]] = std::int64_t;
using Int4 [[gnu::vector_size(32), gnu::may_alias]] = std::int64_t;
using Int2 [[gnu::vector_size(16), gnu::may_alias]] = std::int64_t;
using Word8 [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;
using Word4 [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;
using Word2 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

inline constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

/// The vectors of an instruction set. Loose: anywhere in an array (narrow: of 32-bit whole numbers).
///
/// kFirst, kSecond: of two vectors of pairs, what stands first and second in each, by one instruction that
/// moves nothing across 16 bytes: lane i then holds that of pair kPairOfLane[i]. kSecondBits: where a vector
/// of pairs holds what stands second. kLow, kHigh: make pairs, in their order, of two vectors.
struct Eight {
    static constexpr std::size_t kLanes = 8;
    using Double = Double8;
    using Int = Int8;
    using Word = Word8;
    using LooseDouble [[gnu::aligned(8)]] = Double8;
    using LooseWord [[gnu::aligned(8)]] = Word8;
    using LooseNarrow [[gnu::vector_size(32), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;
    static constexpr Word kFirst = {0, 8, 2, 10, 4, 12, 6, 14}, kSecond = {1, 9, 3, 11, 5, 13, 7, 15};
    static constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 4, 1, 5, 2, 6, 3, 7};
    static constexpr Word kSecondBits = {0, kAllBits, 0, kAllBits, 0, kAllBits, 0, kAllBits};
    static constexpr Word kLow = {0, 8, 1, 9, 2, 10, 3, 11}, kHigh = {4, 12, 5, 13, 6, 14, 7, 15};
};
struct Four {
    static constexpr std::size_t kLanes = 4;
    using Double = Double4;
    using Int = Int4;
    using Word = Word4;
    using LooseDouble [[gnu::aligned(8)]] = Double4;
    using LooseWord [[gnu::aligned(8)]] = Word4;
    using LooseNarrow [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;
    static constexpr Word kFirst = {0, 4, 2, 6}, kSecond = {1, 5, 3, 7};
    static constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 2, 1, 3};
    static constexpr Word kSecondBits = {0, kAllBits, 0, kAllBits};
    static constexpr Word kLow = {0, 4, 1, 5}, kHigh = {2, 6, 3, 7};
};
struct Two {
    static constexpr std::size_t kLanes = 2;
    using Double = Double2;
    using Int = Int2;
    using Word = Word2;
    using LooseDouble [[gnu::aligned(8)]] = Double2;
    using LooseWord [[gnu::aligned(8)]] = Word2;
    using LooseNarrow [[gnu::vector_size(8), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;
    static constexpr Word kFirst = {0, 2}, kSecond = {1, 3};
    static constexpr std::array<std::uint8_t, kLanes> kPairOfLane = {0, 1};
    static constexpr Word kSecondBits = {0, kAllBits};
    static constexpr Word kLow = {0, 2}, kHigh = {1, 3};
};

/// Adding 1.5 · 2^52 to a number below 2^51 in size rounds it to the nearest whole number, which then stands
/// in the low bits as two's complement.
inline constexpr double kRoundingOffset = 6755399441055744.0;
inline constexpr std::uint64_t kRoundingBits = 0x4338000000000000;  ///< of that number

}  // namespace reboost::learners
