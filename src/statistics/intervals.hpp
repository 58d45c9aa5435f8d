#pragma once
/// Student's intervals and p-values of means and of mean differences, and the distributions that the tests
/// need. Standard deviations are those of a sample (over n − 1).
#include <cstddef>

namespace reboost::statistics {

/// Φ(z).
double normal_cdf(double z);
/// The p-quantile of Student's t; 0 < p < 1, degrees > 0, not necessarily whole.
double student_quantile(double p, double degrees);
/// The δ ≥ 0 with P(T > x) = tail, T noncentral t with δ; x > 0, tail < 1 and at least that at δ = 0.
double noncentrality(double x, double degrees, double tail);
/// P(X > x) of Fisher's F distribution; degrees > 0, x ≥ 0 (+∞ allowed).
double f_tail(double x, double degrees1, double degrees2);

struct Interval {
    double estimate = 0;
    double low = 0;
    double high = 0;
};

/// n values.
struct Sample {
    double sd = 0;
    std::size_t n = 0;
};

/// Half the width of the 95% interval of the mean; infinite, or NaN where sd is 0 or NaN, below two values.
double half_interval(Sample sample);
/// The same of the difference of two means of samples that are not paired (Welch).
double half_interval(Sample a, Sample b);

/// Two-sided p that the mean of (paired) differences is 0; NaN below two values.
double student_p(double mean, Sample sample);
/// Two-sided p that two means are equal, of samples not paired (Welch); NaN below two values of either.
double welch_p(double mean_difference, Sample a, Sample b);

}  // namespace reboost::statistics
