#pragma once
/// Eight doubles abreast, as GCC vector types: one AVX-512 register, two of AVX2, four of SSE2. Bodies are
/// always_inline templates; each is wrapped once per instruction set, and the wrapper is chosen at run time.
/// All of them do the same operations in the same order, so the bits do not depend on the machine.
#include "learners/kernels/isa.hpp"

#include <cstdint>

namespace reboost::learners {

using Double8 [[gnu::vector_size(64), gnu::may_alias]] = double;
using Int8 [[gnu::vector_size(64), gnu::may_alias]] = std::int64_t;
/// The same anywhere in an array of doubles.
using LooseDouble8 [[gnu::aligned(8)]] = Double8;
using Word8 [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;
using LooseWord8 [[gnu::aligned(8)]] = Word8;
using Word2 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

/// Adding 1.5 · 2^52 to a number below 2^51 in size rounds it to the nearest whole number, which then stands
/// in the low bits as two's complement.
inline constexpr double kRoundingOffset = 6755399441055744.0;
inline constexpr std::uint64_t kRoundingBits = 0x4338000000000000;  ///< of that number

}  // namespace reboost::learners
