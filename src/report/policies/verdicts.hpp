#pragma once
/// What a contest's outcomes come to over its data sets: does a method beat random draws, and the baseline?
///
/// The unit is the data set. Mean log ratios are averaged by a random-effects model with Hartung and Knapp's
/// interval (`statistics/random_effects.hpp`); Wilcoxon's signed-rank test stands beside it. Of one data set
/// the splits are the unit.
#include "report/policies/outcomes.hpp"
#include "statistics/intervals.hpp"
#include "statistics/random_effects.hpp"

#include <string>
#include <vector>

namespace reboost::report {

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
    double detectable = 0;          ///< the ratio above 1 that a study like this finds with probability 0.8
    std::size_t sets = 0;

    /// Interval, p ≤ alpha ≤ 0.05 and (from `kSetsForTest` sets on) the signed-rank test at 0.05 must agree.
    Side side(double alpha = 0.05) const;
};

/// A method against another.
struct Comparison {
    std::size_t row = 0, other = 0;
    std::vector<SetOutcome> sets;
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

    const Comparison* against_random(std::size_t row) const;    ///< nullptr: none
    const Comparison* against_baseline(std::size_t row) const;  ///< nullptr: none
};

Comparison compare(const Contest& contest, std::size_t row, std::size_t other, Cost cost);
/// Holm's correction over the comparisons that the contest announces, of cost and of error each; the others
/// stand as they are.
Verdicts judge(const Contest& contest, Cost cost);

}  // namespace reboost::report
