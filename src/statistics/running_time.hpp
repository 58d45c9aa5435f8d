#pragma once
/// The cost of reaching a target when some runs never do.
#include "core/rng.hpp"
#include "statistics/bootstrap.hpp"

#include <span>
#include <vector>

namespace reboost::statistics {

/// One replicate: what it cost to reach the target or, where it never did, all that was spent.
struct Attempt {
    double cost = 0;
    double reached = 0;  ///< 1 or 0; over several runs of one replicate their share, and `cost` their mean
};

/// Expected cost with restarts (Hansen et al., COCO, 2016): all that was spent over the number of successes;
/// infinite where there is none.
double expected_running_time(std::span<const Attempt> attempts);

/// What one simulated run with restarts costs: attempts are drawn until one has reached the target. Infinite
/// where none has.
double restarted_cost(std::span<const Attempt> attempts, Rng& rng);

/// ln(rival's expected running time / the baseline's), one per data set. ±∞ where one of the two never
/// reaches the target (or only one has it from the start, at no cost), NaN where neither does (or both have).
std::vector<double> log_running_time_ratios(std::span<const std::vector<Attempt>> baseline,
                                            std::span<const std::vector<Attempt>> rival);

/// The geometric mean over the data sets on which both reach the target, with the bootstrap's BCa interval:
/// a draw resamples the sets, then the replicates inside (the same ones for both); the units of the jackknife
/// are the sets or, with a single one, its replicates. Estimate and interval hold
/// given that both reach the target: a redraw of a set without a success of each is drawn again, so that both
/// ends are positive and finite. How often the two reach the target is for the caller to say beside it.
/// Without such a set, all three are NaN. Replicates are paired: throws UsageError where their numbers
/// differ.
Interval running_time_ratio(std::span<const std::vector<Attempt>> baseline,
                            std::span<const std::vector<Attempt>> rival, Rng& rng,
                            const BootstrapOptions& options = {});

}  // namespace reboost::statistics
