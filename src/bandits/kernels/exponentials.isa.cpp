#include "bandits/kernels/exponentials.hpp"

#include <bit>
#include <cstdint>

namespace reboost::bandits {
namespace REBOOST_ISA {

/// e^x for −700 ≤ x ≤ 0: x = n ln 2 + r, |r| ≤ ln 2 / 2, a Taylor polynomial of degree 13 for e^r, 2^n by its
/// bits.
[[gnu::always_inline]] inline double exponential(double x) {
    constexpr double kLog2E = 1.4426950408889634;
    constexpr double kLn2High = 6.93147180369123816490e-01;  // 33 bits: n·kLn2High is exact
    constexpr double kLn2Low = 1.90821492927058770002e-10;
    constexpr double kRounder =
        6755399441055744.0;  // 1.5·2^52: adding it rounds to an integer, in the low bits
    const double shifted = x * kLog2E + kRounder;
    const double n = shifted - kRounder;
    const double r = (x - n * kLn2High) - n * kLn2Low;
    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
    return p * std::bit_cast<double>(exponent);
}

static void below(const double* logs, std::size_t count, double top, double* out) {
    constexpr double kLowest = -700;
    // Two loops: with the comparison inside, GCC 12 does not vectorise the polynomial.
    for (std::size_t j = 0; j < count; ++j) {
        const double x = logs[j] - top;
        out[j] = x > kLowest ? x : kLowest;
    }
    for (std::size_t j = 0; j < count; ++j)
        out[j] = exponential(out[j]);
}

}  // namespace REBOOST_ISA

const ExponentialKernels ExponentialKernels::REBOOST_ISA = {REBOOST_ISA::below};

}  // namespace reboost::bandits
