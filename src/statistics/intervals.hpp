#pragma once
/// Student's intervals and p-values of means and of differences of means, and the distributions that the
/// tests need. Standard deviations are sample deviations (denominator n − 1).
#include <cstddef>

namespace reboost::statistics {

/// Φ(z), the distribution function of the standard normal distribution.
double normal_cdf(double z);
/// The p-quantile of Student's t; 0 < p < 1; degrees > 0 may be fractional.
double student_quantile(double p, double degrees);
/// The δ ≥ 0 with P(T > x) = tail, where T has the noncentral t distribution with parameter δ; x > 0, P(T > x
/// | δ = 0) ≤ tail < 1.
double noncentrality(double x, double degrees, double tail);
/// P(X > x) for X with Fisher's F distribution; degrees > 0, x ≥ 0 (+∞ allowed).
double f_tail(double x, double degrees1, double degrees2);

struct Interval {
    double estimate = 0;
    double low = 0;
    double high = 0;
};

/// Standard deviation and size of a sample.
struct Sample {
    double sd = 0;
    std::size_t n = 0;
};

/// Half the width of the 95% interval of the mean. If n < 2: infinite, or NaN if sd is 0 or NaN.
double half_interval(Sample sample);
/// The same for the difference of the means of two unpaired samples (Welch).
double half_interval(Sample a, Sample b);

/// Two-sided p-value for the mean of (paired) differences being 0; NaN if n < 2.
double student_p(double mean, Sample sample);
/// Two-sided p-value for equal means of two unpaired samples (Welch); NaN if either n < 2.
double welch_p(double mean_difference, Sample a, Sample b);

}  // namespace reboost::statistics
