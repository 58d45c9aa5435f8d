#pragma once
/// One method against another on one data set: log ratios, split by split.
///
/// Cost to target. A split has five targets, evenly spaced between the error of the target row (full search)
/// after 5% of its work and its least. A target counts where every run of both methods reaches it; how often
/// either does is told apart (as in COCO: Hansen et al., 2016, whose targets are fixed for a problem, too). A
/// set has a ratio where targets count on two splits or more, or on the only split.
///
/// Error at equal work. The budget of a split is the work of the yardstick's run (random draws, in the rounds
/// that the config states) or of the target row's, whichever is less: no further method moves it. Half an
/// error is added to both errors, so that none is 0.
///
/// The draws of a method on a split are averaged before its splits are.
#include "report/policies/contest.hpp"
#include "statistics/random_effects.hpp"

#include <optional>
#include <vector>

namespace reboost::report {

struct SetOutcome {
    std::size_t column = 0;
    std::size_t splits = 0;                  ///< that both methods and the target row have
    std::optional<statistics::Effect> cost;  ///< log ratio; nullopt where no target counts
    statistics::Effect error;                ///< log ratio of the errors at equal work
    double reached = 0,
           other_reached = 0;  ///< shares of the (split, target, run) triples; NaN without targets
};

/// `cost`: what a target's cost is counted in; budgets are of work. On the data sets where both rows and the
/// target row have runs of one split.
std::vector<SetOutcome> outcomes(const Contest& contest, std::size_t row, std::size_t other, Cost cost);

/// The targets of a split on which the target row has a run, falling. None where that run learns nothing
/// after 5% of its work, so that all would be the same error.
std::vector<double> targets_on(const Contest& contest, std::size_t column, std::int64_t split);
/// The work at which errors are compared; infinite where the runs that set it ended of their own accord.
double budget_on(const Contest& contest, std::size_t column, std::int64_t split);

}  // namespace reboost::report
