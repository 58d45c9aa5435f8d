#pragma once
/// Vectors of sixteen bytes, which every x86-64 processor has.
#include <cstdint>

namespace reboost::simd {

using Double2 [[gnu::vector_size(16), gnu::may_alias]] = double;
using Word2 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;
/// At any element of an array.
using UnalignedWord2 [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(8)]] = std::uint64_t;

}  // namespace reboost::simd
