#pragma once
/// Wilcoxon's signed-rank test of paired differences.
#include <cstddef>
#include <span>

namespace reboost::statistics {

struct WilcoxonResult {
    double positive = 0;  ///< sum of the ranks of the differences above 0
    double negative = 0;  ///< of those below 0
    bool exact = false;   ///< p is from the exact distribution
    double p = 1;         ///< two-sided
};

/// Zeros are ranked with the others and then left out (Pratt 1959); equal magnitudes share the mean of their
/// ranks. Up to 25 differences other than 0, p is from the distribution over all 2ⁿ signs of exactly these
/// ranks; beyond, from the normal distribution with the variance of these ranks (Σ r²/4, which corrects for
/// ties and zeros) and the continuity correction of 1/2. `differences` holds no NaN.
WilcoxonResult wilcoxon_signed_rank(std::span<const double> differences);

}  // namespace reboost::statistics
