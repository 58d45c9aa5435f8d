#pragma once
/// exp, log(1 + q) and the largest score, for one SIMD vector of rows. Our own versions, because the
/// library's results differ between machines. For *.isa.cpp only.
#include "boosting/gradient/kernels/softmax.hpp"
#include "simd/double_vectors.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

/// e^x for |x| ≤ 200: 2^n · e^r, |r| ≤ ½ ln 2, Taylor to r^13 (error below 2^-53).
[[gnu::always_inline]] inline Double exponential(Double x) {
    const Double shifted = x * kLog2E + kRoundingOffset;
    const Double n = shifted - kRoundingOffset;
    const Double r = (x - n * kLn2High) - n * kLn2Low;
    constexpr double kTaylor[] = {1.0 / 6227020800,
                                  1.0 / 479001600,
                                  1.0 / 39916800,
                                  1.0 / 3628800,
                                  1.0 / 362880,
                                  1.0 / 40320,
                                  1.0 / 5040,
                                  1.0 / 720,
                                  1.0 / 120,
                                  1.0 / 24,
                                  1.0 / 6,
                                  0.5,
                                  1.0,
                                  1.0};
    Double sum = Double{} + kTaylor[0];
    for (int i = 1; i < 14; ++i)
        sum = sum * r + kTaylor[i];
    // The low bits of `shifted` are n; shifted left they add n to the exponent.
    return reinterpret_cast<Double>(reinterpret_cast<Int>(sum) + (reinterpret_cast<Int>(shifted) << 52));
}

/// ln(1 + q) for q ≥ 0, to full relative precision: ln u + (q − (u − 1))/u with u = 1 + q rounded (Kahan's
/// correction); ln u = e ln 2 + 2 artanh((m − 1)/(m + 1)), m in [√½, √2].
[[gnu::always_inline]] inline Double log1p_of(Double q) {
    const Double u = 1.0 + q;
    const Double correction = (q - (u - 1.0)) / u;
    const Int bits = reinterpret_cast<Int>(u);
    constexpr std::int64_t kTwo52 = 0x4330000000000000, kMantissa = 0x000FFFFFFFFFFFFF,
                           kOne = 0x3FF0000000000000;
    Double exponent = reinterpret_cast<Double>((bits >> 52) | kTwo52) - (4503599627370496.0 + 1023.0);
    Double m = reinterpret_cast<Double>((bits & kMantissa) | kOne);
    const Double sqrt2 = Double{} + 1.4142135623730951;
    const Double half = m * 0.5, next = exponent + 1.0;
    exponent = m > sqrt2 ? next : exponent;
    m = m > sqrt2 ? half : m;
    const Double s = (m - 1.0) / (m + 1.0), square = s * s;
    Double sum = Double{} + 1.0 / 23;
    for (int odd = 21; odd >= 1; odd -= 2)
        sum = sum * square + 1.0 / odd;
    return (exponent * kLn2High + 2.0 * s * sum) + (exponent * kLn2Low + correction);
}

/// The true (or likeliest) classes of kLanes rows.
[[gnu::always_inline]] inline Int load_classes(const std::int32_t* class_of_row, std::size_t row) {
    return __builtin_convertvector(*reinterpret_cast<const UnalignedInt32*>(class_of_row + row), Int);
}

struct Largest {
    Double score;
    Int at;  ///< its class
};
/// The largest score among K vectors.
[[gnu::always_inline]] inline Largest find_largest(const Double* f, std::size_t step, std::size_t classes) {
    Largest largest{f[0], Int{}};
    for (std::size_t k = 1; k < classes; ++k) {
        const Double value = f[k * step];
        largest.at = value > largest.score ? (Int{} + static_cast<std::int64_t>(k)) : largest.at;
        largest.score = value > largest.score ? value : largest.score;
    }
    return largest;
}

[[gnu::always_inline]] inline Double exponential_below(Double value, Double largest) {
    const Double least = Double{} + kLeastExponent, x = value - largest;
    return exponential(x > least ? x : least);
}

}  // namespace reboost::learners::REBOOST_ISA
