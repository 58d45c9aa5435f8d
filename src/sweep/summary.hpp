#pragma once
/// What every report asks of a run, computed once when the run ends: /summary of its file.
///
///     <curve>                          of each test and validation curve: mean and standard deviation over
///     the last
///                                      fifth of the rounds, and the least smoothed value (opt2009 section 4)
///     last/<curve>                     its last value, and that of log_exponential_loss
///     evaluation_seconds               CPU seconds of all evaluation
///     feature_counts/feature, count    how many rounds use which feature
///     edges/log_sum                    Σ ½ ln(1 − γ²) over all rounds
///     edges/round, edges/minimum       where the smallest edge so far falls
#include "core/archive.hpp"

namespace reboost::sweep {

/// Computes it from a run's /curves.
Archive summary_of(const Archive& curves);

}  // namespace reboost::sweep
