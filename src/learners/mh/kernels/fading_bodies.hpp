#pragma once
/// Weights below the smallest normal float. For *.isa.cpp only.
///
/// At zero training error the weights of easy examples fall by thousands of octaves, and rise again once the
/// margins of the others have caught up. Normal floats end at 2^-126. A weight below that is *faded*: its
/// bits are a denormal pattern, which arithmetic treats as zero (flush_to_zero.hpp), and count its level in
/// steps of 1/1024 octave, down to 2^-8317. The level of a normal weight is its upper bits, a log2 with a
/// linear mantissa; the error, at most 0.09 octaves, occurs only where a weight fades or returns. A zero
/// stays zero. Everything here requires denormals-are-zero mode.
#include "learners/mh/kernels/kernel_table.hpp"
#include "simd/float_vectors.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

constexpr int kLeastNormal = 0x00800000, kLevelShift = 13;
constexpr int kLeastLevel = kLeastNormal >> kLevelShift;  // the level of 2^-126
constexpr int kFadedOffset = kLeastLevel - kLeastNormal;  // level of a faded weight: its magnitude plus this
constexpr int kLevelError = 100;                          // steps: more than 0.09 octaves

/// The weights after a step, also for those that are faded, fade or return; `product`: normal products.
template <class F, class I>
REBOOST_INLINE F with_levels(F w, F product, I steps) {
    const I bits = (I)w, magnitude = bits & 0x7fffffff;
    const I level = (magnitude < kLeastNormal ? magnitude + kFadedOffset : magnitude >> kLevelShift) + steps;
    const I code = level - kFadedOffset;
    const I result = level >= kLeastLevel ? level << kLevelShift : (code > 1 ? code : I{} + 1);
    const I is_normal = ((I)product & 0x7fffffff) >= kLeastNormal;
    return (is_normal | (magnitude == 0)) != 0 ? product : (F)(result | (bits ^ magnitude));
}

constexpr int kExponentBits = 0x7f800000;  // all zero: faded, or zero
constexpr int kMagnitudeBits = 0x7fffffff;
/// Below this many steps no weight can have reached the least level. A factor has at most 2^17 steps.
constexpr std::int64_t kDeepSpent = kLeastNormal - (1 << 17) - kLevelError;
constexpr int kCheckSteps = 256;  // the least number between two checks of a block: some eight rounds

/// The factors of one SIMD vector, and their steps. Steps are 0 in padding lanes, so that these stay 0.
template <class F, class I>
struct VectorFactors {
    F agree, disagree;
    I agree_steps, disagree_steps;
    LaneMask<I> padding;
};
template <class F, class I>
REBOOST_INLINE VectorFactors<F, I> vector_factors(LaneMask<I> padding, const WeightFactors& by) {
    return {F{} + by.agree, F{} + by.disagree, choose(padding, I{}, I{} + by.agree_steps),
            choose(padding, I{}, I{} + by.disagree_steps), padding};
}

/// Which cases a product of weights has to handle.
enum class FadingCase {
    faded,     ///< some lanes are faded
    crossing,  ///< some may also fade or return
    deep       ///< some may also reach the least level
};

/// One SIMD vector of weights times its factors: normal weights are multiplied, faded ones add steps to their
/// code; `opposed` selects the factor. If a code leaves its range, its exponent bits are set or all its bits
/// are clear; then `with_levels` computes the result.
template <FadingCase C, class F, class I>
REBOOST_INLINE F product_with_fading(F w, LaneMask<I> opposed, const VectorFactors<F, I>& by) {
    const F product = w * choose(opposed, by.disagree, by.agree);
    const I steps = choose(opposed, by.disagree_steps, by.agree_steps);
    const LaneMask<I> faded = lanes_without((I)w, kExponentBits);
    const F result = (F)add_where(faded, (I)w, steps, (I)product);
    if constexpr (C == FadingCase::faded) return result;
    auto leaves = faded ^ lanes_without((I)result, kExponentBits);
    if constexpr (C == FadingCase::deep) leaves |= lanes_without((I)result, kMagnitudeBits) & ~by.padding;
    if (!any_lane((LaneMask<I>)leaves)) return result;
    return choose(by.padding, result, with_levels<F, I>(w, product, steps));
}

/// The number of steps before a weight of this magnitude can fade, return, or reach the least level.
template <class I>
REBOOST_INLINE I steps_to_crossing(I magnitude) {
    const I below = magnitude - 1, above = kLeastNormal - 1 - magnitude;
    const I of_faded = below < above ? below : above;
    const I of_normal = (magnitude >> kLevelShift) - (kLeastLevel + kLevelError);
    const I steps = magnitude < kLeastNormal ? of_faded : of_normal;
    return magnitude == 0 ? I{} + kMagnitudeBits : steps;  // padding, or a weight that stays zero
}

template <class I>
REBOOST_INLINE int least_lane(I v) {
    int least = kMagnitudeBits;
    for (unsigned lane = 0; lane < sizeof v / sizeof least; ++lane)
        least = v[lane] < least ? v[lane] : least;
    return least;
}

}  // namespace reboost::learners::REBOOST_ISA
