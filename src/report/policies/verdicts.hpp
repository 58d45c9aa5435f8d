#pragma once
/// Is it better? Each method of a contest against the baseline.
#include "report/policies/contest.hpp"
#include "statistics/comparison.hpp"

#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// What interval and test say of a difference: both must agree (95%; p after Holm at most 0.05), also on the
/// direction. Of one data set the interval over its splits alone, of `kFewestSplits` or more.
enum class Side { less, undecided, more };

/// Of fewer splits the bootstrap's interval is hardly more than their range.
inline constexpr std::size_t kFewestSplits = 6;

struct Rival {
    std::size_t row = 0;
    std::vector<std::size_t> columns;         ///< the data sets on which rival and baseline have runs
    std::vector<std::size_t> target_columns;  ///< those on which the target row has runs, too
    std::size_t splits = 0;                   ///< on all of `columns`
    std::vector<std::size_t> target_splits;   ///< on each of `target_columns`, those that all three have
    bool only_set = false;                    ///< the contest is of one set: its splits decide
    /// Cost of reaching the target (Contest::target_error) over the baseline's; NaN where on no set both do.
    statistics::Interval ratio;
    std::size_t both_reach = 0;  ///< the number of sets that `ratio` rests on
    std::size_t rival_reaches = 0, baseline_reaches = 0;
    std::size_t wins = 0, ties = 0, losses = 0;  ///< sets on which it needs less, as much, more
    statistics::WilcoxonResult ratio_test;       ///< over the log ratios of `target_columns`
    double ratio_holm_p = 1;
    /// The ratio on each of `target_columns`, with its interval over the splits; +∞ where only the baseline
    /// reaches the target, 0 where only the rival does, NaN where neither does.
    std::vector<statistics::Interval> set_ratios;
    /// Test error at equal cost, rival − baseline, in percent points; `set_differences` on each of `columns`,
    /// over its splits.
    statistics::RivalComparison error;
    std::vector<statistics::Interval> set_differences;

    /// Whether it needs less of the cost than the baseline, or more.
    Side cost_side() const;
    /// Whether its error at equal cost is below the baseline's, or above.
    Side error_side() const;
    /// Undecided, but practically equal: over five data sets or more, or `kFewestSplits` splits of the only
    /// one, the interval of the difference within the region of practical equivalence, or over sets the
    /// Bayesian test's probability of it at least 0.95. `rope` in percent points.
    bool practically_equal(double rope) const;
    /// The cost ratio, or what it comes to where no set has one: 0 where only the rival reaches the target, ∞
    /// where only the baseline does. Sorts.
    double ratio_or_limit() const;
};

struct Verdicts {
    Cost cost = Cost::work;
    std::vector<Rival> rivals;  ///< in the order of the rows
    std::size_t sets = 0;       ///< on which some rival and the baseline have runs
    std::size_t fewest_replicates = 0, most_replicates = 0;
    /// No difference can be significant with so few sets; "" where one can, and of one set, where splits
    /// decide.
    std::string warning;
    /// The target row against the advised rival, set by set (its `set_ratios` and `set_differences`); nullopt
    /// where that is the baseline or the target row itself.
    std::optional<Rival> target_against_advised;
};

Verdicts judge(const Contest& contest, Cost cost);

/// The rival to take: of those that surely need less of the cost than the baseline (and do not surely err
/// more at equal cost) the one that needs least; without one, of those that surely err less at equal cost
/// (and do not surely need more) the one that errs least. nullptr: none, so that the baseline stays.
const Rival* advised(const Verdicts& verdicts);

/// "RAW-UCB reaches FULL's error with 0.31 [0.27, 0.36] of UCB(1)'s work; …"
std::string sentence(const Contest& contest, const Verdicts& verdicts, const Rival& rival);

/// "better", "worse", "practically equal", "undecided": what the interval of the error difference says, and
/// whether the test over data sets confirms it.
std::string error_verdict(const Rival& rival, double rope);

}  // namespace reboost::report
