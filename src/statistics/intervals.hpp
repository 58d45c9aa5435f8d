#pragma once
/// Intervals of means and of mean differences: bootstrap, and Student's t for few values. Standard deviations
/// are those of a sample (over n − 1).
#include "core/rng.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace reboost::statistics {

struct BootstrapOptions {
    std::size_t draws = 10'000;
    double level = 0.95;
};

struct Interval {
    double estimate = 0;
    double low = 0;
    double high = 0;
};

/// Efron's (1987) bias-corrected and accelerated interval: quantiles of `draws` at levels shifted by the bias
/// (share of draws below the estimate, equal ones counted half) and by the acceleration (skewness of
/// `jackknife`, the statistic with one unit left out each). A quantile at level β is the order statistic β·(B
/// + 1), interpolated. Where all draws lie on one side of the estimate the shift is cut at 1/(2B).
Interval bca_interval(double estimate, std::vector<double> draws, std::span<const double> jackknife,
                      double level);

/// The mean over data sets of the mean difference of their replicates. `differences[s]` are the paired
/// differences of set s, one per replicate. A draw resamples the data sets and, inside each one drawn, its
/// replicates. The units of the jackknife are the data sets; with a single set they are its replicates.
/// Throws UsageError where there is no set or a set without replicates.
Interval paired_difference(std::span<const std::vector<double>> differences, Rng& rng,
                           const BootstrapOptions& options = {});

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
/// Two-sided p that two means are equal, of samples that are not paired (Welch); NaN below two values of
/// either.
double welch_p(double mean_difference, Sample a, Sample b);

}  // namespace reboost::statistics
