#pragma once
/// Is it better? Each method of a contest against the baseline.
#include "report/policies/contest.hpp"
#include "statistics/comparison.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// What interval and test say of a difference: both must agree (95%; p after Holm at most 0.05).
enum class Side { less, undecided, more };

struct Rival {
    std::size_t row = 0;
    std::vector<std::size_t> columns;  ///< the data sets on which rival, baseline and target have runs
    /// Cost of reaching the target (Contest::target_error) over the baseline's.
    statistics::Interval ratio;
    std::size_t both_reach = 0;  ///< the number of sets that `ratio` rests on
    std::size_t rival_reaches = 0, baseline_reaches = 0;
    std::size_t wins = 0, ties = 0, losses = 0;  ///< sets on which it needs less, as much, more
    double ratio_p = 1, ratio_holm_p = 1;        ///< Wilcoxon's, over the sets' log ratios; Holm's
    /// The ratio on each of `columns`, with its interval over the splits; +∞ where only the baseline reaches
    /// the target, NaN where it does not.
    std::vector<statistics::Interval> set_ratios;
    /// Test error at equal cost, rival − baseline, in percent points.
    statistics::RivalComparison error;

    /// Whether it needs less of the cost than the baseline, or more.
    Side cost_side() const;
    /// Whether its error at equal cost is below the baseline's, or above.
    Side error_side() const;
    /// Undecided, but practically equal: the interval of the difference within the region of practical
    /// equivalence, or the Bayesian test's probability of it at least 0.95. `rope` in percent points.
    bool practically_equal(double rope) const;
};

struct Verdicts {
    Cost cost = Cost::work;
    std::vector<Rival> rivals;  ///< in the order of the rows
    std::size_t sets = 0;       ///< the most that any rival has
    std::size_t fewest_replicates = 0, most_replicates = 0;
    std::string warning;  ///< no difference can be significant with so few sets; "" where one can
};

Verdicts judge(const Contest& contest, Cost cost);

/// "RAW-UCB reaches FULL's error with 0.31 [0.27, 0.36] of UCB(1)'s work; …"
std::string sentence(const Contest& contest, const Verdicts& verdicts, const Rival& rival);

/// "better", "worse", "practically equal", "undecided": what the interval of the error difference says, and
/// whether the test over data sets confirms it.
std::string error_verdict(const Rival& rival, double rope);

/// Whether there is an interval: of one observation, or of equal ones, the ends are equal.
bool has_width(const statistics::Interval& interval);

}  // namespace reboost::report
