#pragma once
/// Weights below the smallest normal float. For *.isa.cpp only.
///
/// Where the training error is 0, weights of easy examples fall by thousands of octaves, and come back when
/// the margins of others have caught up. A float ends at 2^-126. Below that a weight is *faded*: its bits, a
/// denormal pattern that arithmetic takes for zero (flush_to_zero.hpp), count its level in steps of 1/1024
/// octave, down to 2^-8317. Levels of normal weights are their upper bits: log2 with a mantissa taken as
/// linear (at most 0.09 octaves off, where a weight fades or returns, nowhere else). A zero stays zero.
/// Everything here needs denormals taken for zero.
#include "learners/mh/kernels/kernel_table.hpp"
#include "simd/float_vectors.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

constexpr int kLeastNormal = 0x00800000, kLevelShift = 13;
constexpr int kLeastLevel = kLeastNormal >> kLevelShift;  // of 2^-126
constexpr int kFadedOffset = kLeastLevel - kLeastNormal;  // level of a faded weight: its magnitude plus this
constexpr int kLevelError = 100;                          // steps: more than 0.09 octaves

/// The weights after a step of their levels, where they are faded or fade by becoming `product`.
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
/// Steps spent before a weight that faded since can be at the least level; a factor has at most 2^17 of them.
constexpr std::int64_t kDeepSpent = kLeastNormal - (1 << 17) - kLevelError;
constexpr int kLookSteps = 256;  // the least between two looks at a block: some eight rounds

/// One vector's factors, as such and in levels. The steps are 0 in padding lanes, which so stay 0.
template <class F, class I>
struct LaneFactors {
    F agree, disagree;
    I agree_steps, disagree_steps;
    Lanes<I> padding;
};
template <class F, class I>
REBOOST_INLINE LaneFactors<F, I> lane_factors(Lanes<I> padding, const WeightFactors& by) {
    return {F{} + by.agree, F{} + by.disagree, choose(padding, I{}, I{} + by.agree_steps),
            choose(padding, I{}, I{} + by.disagree_steps), padding};
}

/// What a product of weights has to look out for.
enum class Care {
    faded,     ///< some lanes are faded
    crossing,  ///< and some may fade or return
    deep       ///< and some may reach the least level
};

/// One vector of weights times its factors, a product or a code plus its steps; `opposed` chooses. A code
/// that leaves its range has bits in its exponent, or none at all; then levels are counted.
template <Care C, class F, class I>
REBOOST_INLINE F careful_product(F w, Lanes<I> opposed, const LaneFactors<F, I>& by) {
    const F product = w * choose(opposed, by.disagree, by.agree);
    const I steps = choose(opposed, by.disagree_steps, by.agree_steps);
    const Lanes<I> faded = lanes_without((I)w, kExponentBits);
    const F result = (F)add_where(faded, (I)w, steps, (I)product);
    if constexpr (C == Care::faded) return result;
    auto leaves = faded ^ lanes_without((I)result, kExponentBits);
    if constexpr (C == Care::deep) leaves |= lanes_without((I)result, kMagnitudeBits) & ~by.padding;
    if (!any_lane((Lanes<I>)leaves)) return result;
    return choose(by.padding, result, with_levels<F, I>(w, product, steps));
}

/// How many steps may be spent before a weight of this magnitude can fade, return, or reach the least level.
template <class I>
REBOOST_INLINE I steps_to_crossing(I magnitude) {
    const I below = magnitude - 1, above = kLeastNormal - 1 - magnitude;
    const I of_faded = below < above ? below : above;
    const I of_normal = (magnitude >> kLevelShift) - (kLeastLevel + kLevelError);
    const I steps = magnitude < kLeastNormal ? of_faded : of_normal;
    return magnitude == 0 ? I{} + kMagnitudeBits : steps;  // padding, or a zero for good
}

template <class I>
REBOOST_INLINE int least_lane(I v) {
    int least = kMagnitudeBits;
    for (unsigned lane = 0; lane < sizeof v / sizeof least; ++lane)
        least = v[lane] < least ? v[lane] : least;
    return least;
}

}  // namespace reboost::learners::REBOOST_ISA
