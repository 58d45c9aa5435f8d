#pragma once
/// What is kept of a run's curves beside them.
#include "core/archive.hpp"

namespace reboost::metrics {

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
