#pragma once
/// Ranks, tests of paired differences, p-values of several tests and as texts.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace reboost::statistics {

/// Ranks from 1 for the smallest value; equal values get the mean of their ranks.
std::vector<double> midranks(std::span<const double> values);

/// Spearman's correlation of pairs, with mean ranks for ties. NaN without pairs or if a side is constant.
double rank_correlation(std::span<const double> x, std::span<const double> y);

/// NaN if there are no values; infinite if a value is.
double mean(std::span<const double> values);
/// The middle value, or the mean of the two middle values. `values` must not be empty or have NaN.
double median(std::span<const double> values);

/// Holm's (1979) step-down correction: the i-th smallest of m p-values becomes the maximum of (m − j +
/// 1)·p_(j) over j ≤ i, at most 1. Rejecting the corrected values ≤ α keeps the family-wise error rate ≤ α.
std::vector<double> holm(std::span<const double> p_values);

/// Exact two-sided p-value of the sign test: the probability that fair coins fall at least as unevenly as
/// `wins` against `losses`. Ties are left out. 1 without wins and losses.
double sign_test(std::size_t wins, std::size_t losses);

struct WilcoxonResult {
    double positive = 0;  ///< sum of the ranks of the positive differences
    double negative = 0;  ///< sum of the ranks of the negative differences
    bool exact = false;   ///< p is from the exact distribution
    double p = 1;         ///< two-sided
};

/// Zeros are ranked with the others and then left out (Pratt 1959); equal magnitudes get the mean of their
/// ranks. For up to 25 nonzero differences p comes from the distribution over all 2ⁿ signs of these ranks;
/// for more, from the normal distribution with the variance of these ranks (Σ r²/4, which corrects for ties
/// and zeros) and the continuity correction 1/2. `differences` must not have NaN.
WilcoxonResult wilcoxon_signed_rank(std::span<const double> differences);

/// A p-value as text: "0.004", "< 0.001".
std::string p_text(double p);

}  // namespace reboost::statistics
