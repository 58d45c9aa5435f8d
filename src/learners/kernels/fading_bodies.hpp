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

constexpr int kExponentBits = 0x7f800000;  // all zero: faded, or zero

/// One vector's factors, as such and in levels. The steps and the least code are 0 in padding lanes, which so
/// stay 0.
template <class F, class I>
struct LaneFactors {
    F agree, disagree;
    I agree_steps, disagree_steps, least_code;
};
template <class F, class I>
REBOOST_INLINE LaneFactors<F, I> lane_factors(I valid, const WeightFactors& by) {
    return {F{} + by.agree, F{} + by.disagree, valid & by.agree_steps, valid & by.disagree_steps, valid & 1};
}

/// One vector of weights times its factors; `opposed` (0 or −1 a lane) chooses. Lanes that stay as they are,
/// faded or normal, take the short way. `faded` gains the lanes that were faded.
template <class F, class I>
REBOOST_INLINE F careful_product(F w, I opposed, const LaneFactors<F, I>& by, I& faded) {
    const F product = w * (opposed ? by.disagree : by.agree);
    const I steps = opposed ? by.disagree_steps : by.agree_steps;
    const I bits = (I)w, magnitude = bits & 0x7fffffff;
    const I was_faded = (bits & kExponentBits) == 0;
    I code = magnitude + steps;
    code = code > by.least_code ? code : by.least_code;
    F result = was_faded ? (F)(code | (bits ^ magnitude)) : product;
    const I is_faded = ((I)result & kExponentBits) == 0;
    if (any_lane(was_faded ^ is_faded)) {
        const F crossed = with_levels<F, I>(w, product, steps);
        result = by.least_code != 0 ? crossed : result;
    }
    faded |= was_faded;
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
