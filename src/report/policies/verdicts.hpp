#pragma once
/// Compares the methods of a contest in pairs, and decides: does a method beat random draws, and the
/// baseline?
///
/// On one data set, an outcome is a mean log ratio over the splits.
///
/// Cost to target. Each split has five targets, evenly spaced between the error of the target row (full
/// search) after 5% of its work and its least error. A target counts if every run of both methods reaches it;
/// how often each method does is reported apart (as in COCO: Hansen et al., 2016, where targets are fixed per
/// problem, too). A data set has a ratio if targets count on at least two splits, or on its only split.
///
/// Error at equal work. The budget of a split is the work of the yardstick (random draws, with the rounds in
/// the config) or of the target row, whichever is less; other methods do not change it. Half an error is
/// added to both errors, so that none is 0.
///
/// Runs of a method on one split are averaged first, then its splits.
///
/// Over the data sets, each data set is one observation. Mean log ratios are combined by a random-effects
/// model with Hartung and Knapp's interval (`statistics/random_effects.hpp`), and Wilcoxon's signed-rank test
/// is added. With one data set, each split is one observation.
#include "report/policies/contest.hpp"
#include "statistics/intervals.hpp"
#include "statistics/random_effects.hpp"

#include <optional>
#include <vector>

namespace reboost::report {

/// Outcome of one method against another on one data set.
struct SetOutcome {
    std::size_t column = 0;
    std::size_t splits = 0;                    ///< number of splits that both methods and the target row have
    std::optional<statistics::Effect> cost{};  ///< log ratio; nullopt if no target counts
    statistics::Effect error{};                ///< log ratio of the errors at equal work
    double reached = 0,
           other_reached = 0;  ///< shares of (split, target, run) that reach the target; NaN: no targets
};

/// Returns the targets of a split, in descending order; the target row must have a run there. Empty if that
/// run improves nothing after 5% of its work, so that all targets would be equal.
std::vector<double> targets_on(const Contest& contest, std::size_t column, std::int64_t split);
/// Returns the work at which errors are compared; infinite if the runs that define it ended by themselves.
double budget_on(const Contest& contest, std::size_t column, std::int64_t split);

/// A ratio is surely below 1, not surely different from 1, or surely above 1.
enum class Side { less, undecided, more };

/// With so many data sets or more, the signed-rank test must agree with the interval; with fewer, its p
/// cannot fall to 0.05.
inline constexpr std::size_t kSetsForTest = 6;
/// Fewer splits of a single data set decide nothing.
inline constexpr std::size_t kFewestSplits = 6;
/// A method whose share of targets reached is lower by more than this is not better, at whatever cost.
inline constexpr double kReachedLess = 0.05;

/// The ratio of two methods over the data sets.
struct Ratio {
    statistics::Interval interval;  ///< 95% interval of the ratio (not its logarithm); NaN if there is none
    statistics::Interval next_set;  ///< prediction interval for a new data set, with the same estimate
    double spread = 0;              ///< standard deviation of the log ratio between data sets
    double p = 1;                   ///< p of the interval's model; Holm-corrected if announced
    double signed_rank_p = 1;       ///< p of Wilcoxon's test over the sets, not corrected
    double detectable = kNoValue;   ///< ratio > 1 that such a study detects with probability 0.8
    std::size_t sets = 0;

    /// Needs interval, p ≤ alpha ≤ 0.05 and, from `kSetsForTest` sets on, signed-rank p ≤ 0.05 to agree.
    Side side(double alpha = 0.05) const;
};

/// One method compared with another.
struct Comparison {
    std::size_t row = 0, other = 0;
    std::vector<SetOutcome> sets{};  ///< data sets on which both rows and the target row have a common split
    Ratio cost{}, error{};
    double reached = 0, other_reached = 0;  ///< shares of the targets reached, means over the sets
    bool announced = false;
    std::vector<std::size_t>
        hangs_on{};  ///< columns; if one of them is left out, the side changes (p not corrected)

    /// `less`: the method surely costs less, does not surely err more at equal work, and reaches about as
    /// many targets. `more`: it surely costs more, or its cost is undecided and it surely errs more. Both
    /// tests use level 0.025, so a method that does not differ is called undecided with probability 0.95.
    Side side() const;
};

struct Verdicts {
    Cost cost = Cost::work;
    std::vector<Comparison> random{};    ///< each method against the yardstick; empty if there is none
    std::vector<Comparison> baseline{};  ///< each method against the baseline
    std::size_t sets = 0, fewest_splits = 0, most_splits = 0, most_draws = 0;

    /// Returns the comparisons that the report shows first.
    const std::vector<Comparison>& first() const { return random.empty() ? baseline : random; }
};

/// Returns the comparison of a row; nullptr if there is none.
const Comparison* comparison_of(const std::vector<Comparison>& all, std::size_t row);
/// `cost`: the unit of the costs to targets; budgets are always in work.
Comparison compare(const Contest& contest, std::size_t row, std::size_t other, Cost cost);
/// Applies Holm's correction to the comparisons that the contest announces, for cost and error separately; p
/// values of the others are not corrected.
Verdicts judge(const Contest& contest, Cost cost);

}  // namespace reboost::report
