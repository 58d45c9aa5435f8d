#pragma once
/// Error curves over boosting rounds (opt2009 §4). A curve is two spans of one length: `rounds`, ascending,
/// from 1, and the error measured after each, no NaN. Functions throw UsageError where the lengths differ.
#include "core/archive.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reboost::metrics {

/// R̄(t) at each round t of the curve: the mean error over the rounds s measured with 4t/5 ≤ s ≤ t. O(n).
std::vector<double> smoothed_error(std::span<const std::int64_t> rounds, std::span<const double> errors);

/// The last fifth of a curve, rounds 4T/5 … T with T the last round.
struct AsymptoticError {
    double mean = 0;                ///< R̄(T): the asymptotic error
    double standard_deviation = 0;  ///< over those rounds, n − 1 in the denominator; 0 for one round
};

/// Throws UsageError for an empty curve.
AsymptoticError asymptotic_error(std::span<const std::int64_t> rounds, std::span<const double> errors);

/// Index of the first element of `smoothed` (of `smoothed_error`) that is ≤ `threshold`; nothing where there
/// is none. opt2009 Table 2's threshold is 1.2 (MNIST: 1.8) times FULL's asymptotic error.
std::optional<std::size_t> first_at_most(std::span<const double> smoothed, double threshold);

/// What every report asks of a run, computed from its /curves once when it ends: /summary of its file.
///
///     <curve>                          of each test and validation curve: mean and standard deviation
///                                      over the last fifth of the rounds, and the least smoothed value
///                                      (opt2009 §4)
///     last/<curve>                     its last value, and that of log_exponential_loss
///     evaluation_seconds               CPU seconds of all evaluation
///     feature_counts/feature, count    how many rounds use which feature
///     edges/log_sum                    Σ ½ ln(1 − γ²) over all rounds
///     edges/round, edges/minimum       where the smallest edge so far falls
Archive summary_of(const Archive& curves);

}  // namespace reboost::metrics
