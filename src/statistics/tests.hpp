#pragma once
/// Ranks, tests of paired differences, p-values of several tests.
#include <cstddef>
#include <span>
#include <vector>

namespace reboost::statistics {

/// Ranks from 1, the smallest value first; equal values share the mean of their ranks.
std::vector<double> midranks(std::span<const double> values);

/// Spearman's correlation of pairs, ties by mean ranks. NaN without pairs or where a side is constant.
double rank_correlation(std::span<const double> x, std::span<const double> y);

/// NaN where there is no value; infinite where one is.
double mean(std::span<const double> values);
/// The middle value, for an even count the mean of the two in the middle. `values`: not empty, no NaN.
double median(std::span<const double> values);

/// Holm's (1979) step-down correction: the i-th smallest of m p-values becomes the largest of (m − j +
/// 1)·p_(j) over j ≤ i, at most 1. Those of at most α are rejected together at family-wise level α.
std::vector<double> holm(std::span<const double> p_values);

/// Two-sided p of the sign test: how often that many coins fall as unevenly as `wins` against `losses`, or
/// more so; exact. Ties are left out. 1 without wins and losses.
double sign_test(std::size_t wins, std::size_t losses);

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
