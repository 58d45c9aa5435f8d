// No include guard on purpose: see simd.hpp. Weights below the smallest normal float.
//
// Where the training error is 0, weights of easy examples fall by thousands of octaves, and come back when
// the margins of others have caught up. A float ends at 2^-126. Below that a weight is *faded*: its bits, a
// denormal pattern that arithmetic takes for zero (flush_to_zero.hpp), count its level in steps of 1/1024
// octave, down to 2^-8317. Levels of normal weights are their upper bits: log2 with a mantissa taken as
// linear (at most 0.09 octaves off, where a weight fades or returns, nowhere else). A zero stays zero.
// Everything here needs denormals taken for zero.

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

/// One vector of weights times its factors; `opposed` (0 or −1 a lane) chooses. `valid`: −1 in lanes that are
/// not padding. Lanes that stay faded take the short way; `least` becomes the least magnitude seen.
template <class F, class I>
REBOOST_INLINE F careful_product(F w, I opposed, I valid, const WeightFactors& by, I& least) {
    const F product = w * (opposed ? F{} + by.disagree : F{} + by.agree);
    const I steps = opposed ? I{} + by.disagree_steps : I{} + by.agree_steps;
    const I bits = (I)w, magnitude = bits & 0x7fffffff;
    const I faded = magnitude < kLeastNormal;
    I code = magnitude + steps;
    code = code > 1 ? code : I{} + 1;
    const I returns = code >= kLeastNormal, fades = ((I)product & 0x7fffffff) < kLeastNormal;
    const I crosses = faded ? returns : fades;
    F result = faded ? (F)(code | (bits ^ magnitude)) : product;
    if (any_lane(crosses & valid)) result = with_levels<F, I>(w, product, steps);
    result = valid ? result : product;
    const I now = valid ? (I)result & 0x7fffffff : I{} + 0x7fffffff;
    least = now < least ? now : least;
    return result;
}

/// How much may still be spent before a weight of this magnitude can fade; nothing once it is faded.
REBOOST_INLINE std::int64_t steps_to_fading(int least) {
    return (least >> kLevelShift) - kLeastLevel - kLevelError;
}

template <class I>
REBOOST_INLINE int least_lane(I v) {
    int least = 0x7fffffff;
    for (unsigned lane = 0; lane < sizeof v / sizeof least; ++lane)
        least = v[lane] < least ? v[lane] : least;
    return least;
}
