#pragma once
/// Error curves over boosting rounds (opt2009 §4). A curve is two spans of equal length: ascending round
/// numbers ≥ 1, and the error after each of these rounds, never NaN. Functions throw UsageError if the
/// lengths differ.
#include "core/archive.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reboost::metrics {

/// R̄(t) at each round t of the curve: the mean error over the measured rounds s with 4t/5 ≤ s ≤ t. O(n).
std::vector<double> smoothed_error(std::span<const std::int64_t> rounds, std::span<const double> errors);

/// The last fifth of a curve, rounds 4T/5 … T with T the last round.
struct AsymptoticError {
    double mean = 0;                ///< R̄(T): the asymptotic error
    double standard_deviation = 0;  ///< over these rounds, with denominator n − 1; 0 for one round
};

/// Throws UsageError for an empty curve.
AsymptoticError asymptotic_error(std::span<const std::int64_t> rounds, std::span<const double> errors);

/// The index of the first element ≤ `threshold` of `smoothed` (from `smoothed_error`); nullopt if there is
/// none. opt2009 Table 2 uses 1.2 (MNIST: 1.8) times FULL's asymptotic error as threshold.
std::optional<std::size_t> first_at_most(std::span<const double> smoothed, double threshold);

/// The values of a run that every report reads, computed from /curves at the run's end: /summary of its file.
///
///     <curve>                          for each test and validation curve: mean and standard deviation
///                                      over the last fifth of the rounds, and the least smoothed value
///                                      (opt2009 §4)
///     last/<curve>                     the curve's last value; also last/log_exponential_loss
///     evaluation_seconds               CPU seconds of all evaluations
///     feature_counts/feature, count    each feature used, and its number of rounds
///     edges/log_sum                    Σ ½ ln(1 − γ²) over all rounds
///     edges/round, edges/minimum       the rounds of each new smallest edge, and these edges
Archive summary_of(const Archive& curves);

}  // namespace reboost::metrics
