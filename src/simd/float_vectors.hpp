#pragma once
/// SIMD vectors of floats. For *.isa.cpp only: GCC 12 compiles vectors wider than registers to scalar code.
#include <cstdint>

#define REBOOST_INLINE static inline __attribute__((always_inline))

namespace reboost::simd::REBOOST_ISA {

template <int Lanes>
struct Lane {
    typedef float F __attribute__((vector_size(4 * Lanes)));
    typedef int I __attribute__((vector_size(4 * Lanes)));
};
using F4 = Lane<4>::F;
using F8 = Lane<8>::F;
using F16 = Lane<16>::F;
using I4 = Lane<4>::I;
using I8 = Lane<8>::I;
using I16 = Lane<16>::I;
typedef double D4 __attribute__((vector_size(32)));

/// The number of floats in a register of this instruction set.
#if defined(__AVX512F__)
constexpr int kRegisterLanes = 16;
#elif defined(__AVX2__)
constexpr int kRegisterLanes = 8;
#else
constexpr int kRegisterLanes = 4;
#endif

/// A register of floats and a register of 32-bit integers.
using FR = Lane<kRegisterLanes>::F;
using IR = Lane<kRegisterLanes>::I;

/// A vector at any address. (memcpy would move a 32-byte register in halves.)
template <class V>
struct Unaligned {
    typedef V Type __attribute__((aligned(4), may_alias));
};
template <class V>
REBOOST_INLINE V load_vector(const void* p) {
    return *static_cast<const typename Unaligned<V>::Type*>(p);
}
template <class V>
REBOOST_INLINE void store_vector(void* p, V v) {
    *static_cast<typename Unaligned<V>::Type*>(p) = v;
}

/// W floats in one or several registers.
template <int W>
struct Row {
    static constexpr int kLanes = W < kRegisterLanes ? W : kRegisterLanes;
    static constexpr int kCount = W / kLanes;
    using F = typename Lane<kLanes>::F;
    using I = typename Lane<kLanes>::I;
    F v[kCount];

    __attribute__((always_inline)) void operator+=(const Row& other) {
        for (int k = 0; k < kCount; ++k)
            v[k] += other.v[k];
    }
    __attribute__((always_inline)) void operator-=(const Row& other) {
        for (int k = 0; k < kCount; ++k)
            v[k] -= other.v[k];
    }
};

template <int W>
REBOOST_INLINE Row<W> load(const float* p) {
    Row<W> r;
    for (int k = 0; k < Row<W>::kCount; ++k)
        r.v[k] = load_vector<typename Row<W>::F>(p + k * Row<W>::kLanes);
    return r;
}
template <int W>
REBOOST_INLINE void store(float* p, const Row<W>& r) {
    for (int k = 0; k < Row<W>::kCount; ++k)
        store_vector(p + k * Row<W>::kLanes, r.v[k]);
}
template <int W>
REBOOST_INLINE Row<W> operator+(const Row<W>& a, const Row<W>& b) {
    Row<W> r;
    for (int k = 0; k < Row<W>::kCount; ++k)
        r.v[k] = a.v[k] + b.v[k];
    return r;
}
/// Flips the signs of `a` where `signs` has the sign bit set.
template <int W>
REBOOST_INLINE Row<W> flip(const Row<W>& a, const std::uint32_t* signs) {
    using I = typename Row<W>::I;
    Row<W> r;
    for (int k = 0; k < Row<W>::kCount; ++k) {
        const I s = load_vector<I>(signs + k * Row<W>::kLanes);
        r.v[k] = (typename Row<W>::F)((I)a.v[k] ^ s);
    }
    return r;
}
template <int W>
REBOOST_INLINE Row<W> absolute(const Row<W>& a) {
    using I = typename Row<W>::I;
    Row<W> r;
    for (int k = 0; k < Row<W>::kCount; ++k)
        r.v[k] = (typename Row<W>::F)((I)a.v[k] & 0x7fffffff);
    return r;
}

/// The lanes with negative values, as a LaneMask.
template <class I>
REBOOST_INLINE I negative_lanes(I v) {
    return v < 0;
}
/// The lanes that have none of these bits.
template <class I>
REBOOST_INLINE I lanes_without(I v, int bits) {
    return (v & bits) == 0;
}
template <class V, class I>
REBOOST_INLINE V choose(I lanes, V yes, V no) {
    return lanes ? yes : no;
}
/// a + b (wrapping around) in `lanes`, `otherwise` in the other lanes.
template <class I>
REBOOST_INLINE I add_where(I lanes, I a, I b, I otherwise) {
    typedef unsigned U __attribute__((vector_size(sizeof(I))));
    return lanes ? (I)((U)a + (U)b) : otherwise;
}
REBOOST_INLINE bool any_lane(I4 lanes) {
    typedef long long L2 __attribute__((vector_size(16)));
    const L2 halves = (L2)lanes;
    return (halves[0] | halves[1]) != 0;
}
REBOOST_INLINE bool any_lane(I8 lanes) {
    return any_lane((I4)(__builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) |
                         __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7)));
}
#if defined(__clang__)  // the fuzzers' compiler lacks the builtins below
REBOOST_INLINE bool any_lane(I16 lanes) {
    return any_lane((I8)(__builtin_shufflevector(lanes, lanes, 0, 1, 2, 3, 4, 5, 6, 7) |
                         __builtin_shufflevector(lanes, lanes, 8, 9, 10, 11, 12, 13, 14, 15)));
}
#elif defined(__AVX512DQ__)
typedef unsigned short M16;
REBOOST_INLINE M16 negative_lanes(I16 v) {
    return __builtin_ia32_cvtd2mask512(v);
}
REBOOST_INLINE M16 lanes_without(I16 v, int bits) {
    return __builtin_ia32_ptestnmd512(v, I16{} + bits, 0xffff);
}
REBOOST_INLINE F16 choose(M16 lanes, F16 yes, F16 no) {
    return __builtin_ia32_blendmps_512_mask(no, yes, lanes);
}
REBOOST_INLINE I16 choose(M16 lanes, I16 yes, I16 no) {
    return __builtin_ia32_blendmd_512_mask(no, yes, lanes);
}
REBOOST_INLINE I16 add_where(M16 lanes, I16 a, I16 b, I16 otherwise) {
    return __builtin_ia32_paddd512_mask(a, b, otherwise, lanes);
}
REBOOST_INLINE bool any_lane(M16 lanes) {
    return lanes != 0;
}
#endif
/// A condition for each lane: 0 or −1, or a bit of a mask register with AVX-512.
template <class I>
using LaneMask = decltype(negative_lanes(I{}));

REBOOST_INLINE float sum_lanes(F4 v) {
    return (v[0] + v[2]) + (v[1] + v[3]);
}
REBOOST_INLINE float sum_lanes(F8 v) {
    return sum_lanes(
        (F4)(__builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7)));
}
REBOOST_INLINE float sum_lanes(F16 v) {
    return sum_lanes((F8)(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                          __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)));
}
/// Σ |lanes| in an order that depends on W only: vectors of 16 lanes are added, the sum is folded in halves.
template <int W>
REBOOST_INLINE float sum_absolute(const Row<W>& a) {
    constexpr int kStride = (W < 16 ? W : 16) / Row<W>::kLanes;  // registers in a vector of 16 lanes
    Row<W> b = absolute<W>(a);
    for (int k = kStride; k < Row<W>::kCount; ++k)
        b.v[k % kStride] += b.v[k];
    for (int half = kStride / 2; half > 0; half /= 2)
        for (int k = 0; k < half; ++k)
            b.v[k] += b.v[k + half];
    return sum_lanes(b.v[0]);
}

}  // namespace reboost::simd::REBOOST_ISA
