#pragma once
/// A contest's outcomes, method against method, and what they come to: does a method beat random draws, and
/// the baseline?
///
/// On one data set they are log ratios, split by split.
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
///
/// Over the data sets the unit is the data set. Mean log ratios are averaged by a random-effects model with
/// Hartung and Knapp's interval (`statistics/random_effects.hpp`); Wilcoxon's signed-rank test stands beside
/// it. With one data set the splits are the unit.
#include "report/policies/contest.hpp"
#include "statistics/intervals.hpp"
#include "statistics/random_effects.hpp"

#include <optional>
#include <vector>

namespace reboost::report {

/// One method against another on one data set.
struct SetOutcome {
    std::size_t column = 0;
    std::size_t splits = 0;                  ///< that both methods and the target row have
    std::optional<statistics::Effect> cost;  ///< log ratio; nullopt where no target counts
    statistics::Effect error;                ///< log ratio of the errors at equal work
    double reached = 0,
           other_reached = 0;  ///< shares of the (split, target, run) triples; NaN without targets
};

/// The targets of a split on which the target row has a run, falling. None where that run learns nothing
/// after 5% of its work, so that all would be the same error.
std::vector<double> targets_on(const Contest& contest, std::size_t column, std::int64_t split);
/// The work at which errors are compared; infinite where the runs that set it ended of their own accord.
double budget_on(const Contest& contest, std::size_t column, std::int64_t split);

/// A ratio is surely below 1, not told from it, or surely above it.
enum class Side { less, undecided, more };

/// From this number of data sets on, the signed-rank test must agree with the interval: below it, the test
/// cannot fall to 0.05.
inline constexpr std::size_t kSetsForTest = 6;
/// Fewer splits of one data set decide nothing.
inline constexpr std::size_t kFewestSplits = 6;
/// A method that reaches this much smaller a share of the targets is not better, whatever those cost.
inline constexpr double kReachedLess = 0.05;

/// A ratio over data sets.
struct Ratio {
    statistics::Interval interval;  ///< 95%; the ratio itself, not its logarithm; NaN where there is none
    statistics::Interval next_set;  ///< prediction interval for a new data set, about the same estimate
    double spread = 0;              ///< between-set standard deviation of the log ratio
    double p = 1;                   ///< of the interval's model; after Holm where the comparison is announced
    double signed_rank_p = 1;       ///< Wilcoxon's over the sets, not corrected
    double detectable = kNoValue;   ///< the ratio above 1 that a study like this finds with probability 0.8
    std::size_t sets = 0;

    /// Interval, p ≤ alpha ≤ 0.05 and (from `kSetsForTest` sets on) the signed-rank test at 0.05 must agree.
    Side side(double alpha = 0.05) const;
};

/// A method against another.
struct Comparison {
    std::size_t row = 0, other = 0;
    std::vector<SetOutcome> sets;  ///< where both rows and the target row have runs of one split
    Ratio cost, error;
    double reached = 0, other_reached = 0;  ///< shares of the targets, means over the sets
    bool announced = false;
    std::vector<std::size_t>
        hangs_on;  ///< columns: without one of them the side is another (p not corrected)

    /// `less`: it surely needs less of the cost, does not surely err more at equal work, and reaches about
    /// as many targets. `more`: it surely needs more, or as much and surely errs more. Each of the two
    /// outcomes is tested at 0.025, so that a method that does not differ is called so with probability 0.95.
    Side side() const;
};

struct Verdicts {
    Cost cost = Cost::work;
    std::vector<Comparison> random;    ///< each method against the yardstick; empty without one
    std::vector<Comparison> baseline;  ///< each method against the baseline
    std::size_t sets = 0, fewest_splits = 0, most_splits = 0, most_draws = 0;
};

/// That of a method; nullptr: none.
const Comparison* comparison_of(const std::vector<Comparison>& all, std::size_t row);
/// `cost`: what a target's cost is counted in; budgets are of work.
Comparison compare(const Contest& contest, std::size_t row, std::size_t other, Cost cost);
/// Holm's correction over the comparisons that the contest announces, of cost and of error each; the others
/// stand as they are.
Verdicts judge(const Contest& contest, Cost cost);

}  // namespace reboost::report
