#pragma once
/// Reductions of one run to one number, and of several. They form one explicit table; paper.json names them.
#include "report/measures/run_set.hpp"
#include "statistics/tests.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
/// Printed as ∞: a target that was never reached.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// A measure of one run.
struct Measurement {
    double value = kNoValue;       ///< NaN: the run cannot tell
    double spread = kNoValue;      ///< standard deviation inside the run, where the measure has one
    std::string missing{};         ///< why value is NaN
    std::size_t count = 0;         ///< trials inside the run, which count as runs do: `value` is their mean
    double sd = kNoValue;          ///< over the trials
    std::vector<double> trials{};  ///< not kept
    static Measurement none(std::string why) { return {kNoValue, kNoValue, std::move(why)}; }
    static Measurement of_trials(std::vector<double> trials);
};

/// What a measure may look at. `options` is the measure's own object of paper.json, variables already
/// replaced; `query` is the cell's, for measures that refer to another run ("reference": parts that replace
/// the query's).
struct MeasureInput {
    const RunSet& runs;
    const Run& run;
    const Value& options;
    const Value& query;
    double against = kNoValue;  ///< what the entry's `against` gave
};

/// The runs that a run is compared with, and the query that finds them.
struct Referred {
    Value query;
    Choice choice;
};
/// By the parts of `query` that the measure's "reference" replaces; of as many rounds as `run` where there
/// are such. Throws UsageError where the measure has no "reference".
Referred referred_runs(const RunSet& runs, const Run& run, const Value& measure, const Value& query);

struct Reduction;
struct MeasureEntry {
    std::string_view name;
    Measurement (*reduce)(const MeasureInput&);  ///< null: `together`
    /// The number of other runs that a run is compared with, where there is one.
    double (*against)(const MeasureInput&) = nullptr;
    /// Measures that cannot be taken run by run.
    Reduction (*together)(const RunSet&, std::span<const Run* const>, const Value& options,
                          const Value& query) = nullptr;
};

/// The array of /summary that has a measure of a reference result whose whole curves are lost: its value and
/// spread, and of trials their number and deviation. Sorted JSON of the measure and of the number that it
/// compares with names it.
std::string kept_measure(const Value& measure, double against);

/// Every measure there is.
std::span<const MeasureEntry> measures();
/// Throws UsageError naming the nearest.
const MeasureEntry& find_measure(std::string_view name);
/// Whether the measure's result depends on the machine (seconds).
bool needs_timing(const Value& measure);

/// The same over several runs.
struct Reduction {
    double value = kNoValue;    ///< mean over the runs
    double spread = kNoValue;   ///< mean of the runs' own spreads
    double seed_sd = kNoValue;  ///< sample standard deviation over the runs; NaN for one
    std::size_t runs = 0;
    std::string missing;
    static Reduction none(std::string why) { return {kNoValue, kNoValue, kNoValue, 0, std::move(why)}; }
};
Reduction reduce(const RunSet& runs, std::span<const Run* const> chosen, const Value& measure,
                 const Value& query);

using statistics::mean;
/// Sample standard deviation; NaN for fewer than two.
double sample_sd(std::span<const double> values);

/// Test one-error smoothed as in opt2009 section 4: the mean over rounds 4t/5 … t, at each measured t.
Curve smoothed(const Curve& errors);

// Budgeted runs, whose trials lie side by side in one file: /curves/trials/* (docs/results.md). A trial
// counts as a run does elsewhere: means and intervals are over trials.

/// "test_error" (or the trials × grid array that "array" names) at one point of the grid: "grid" is "budget"
/// (default) or "nodes", "at" the point.
Measurement trial_error(const MeasureInput& in);
/// A number of each trial: "array". "reduce": "max", "min", "median" or "count" gives one number for the run.
/// "zero_as_never": a 0 means that it never happened.
Measurement trial_number(const MeasureInput& in);
/// The least error that the mean curve over the trials ever has.
Measurement least_trial_error(const MeasureInput& in);
/// The same of the run that "reference" names; NaN where there is none.
double least_reference_error(const MeasureInput& in);
/// The first budget at which the mean error is at most that; infinite where that never happens.
Measurement trial_budget_to_reach(const MeasureInput& in);

// Binary runs, from the corners of their last ROC curves: /curves/roc/* (docs/results.md).

/// Balanced accuracy of "part" ("validation" or "test") at the threshold that is best on the validation part,
/// where the sign of f would call nobody positive. On the test part it is that of the last corner not below
/// the threshold.
Measurement tuned_balanced_accuracy(const MeasureInput& in);

// Bandits: regret (zhao2019 §2), and the bounds on the rounds until the training error is 0 (zhao2019 §1 and
// Theorem 3.1).

/// Regret over the chosen runs at the last round, of bandit problems and of boosting runs with an oracle:
/// a run is one sequence, or the mean of its plays. "kind": "expected" (mean of the runs' regrets),
/// "pseudo" (against the arm that is best in the mean over the runs) or "gap" (pseudo less expected). "over":
/// what it is divided by: nothing, "log" (ln n), "root" (√(n K ln K)), "samples" (n), or "bound", the
/// policy's own: UCB1's on Bernoulli arms, Exp3's with the mixing of its horizon, Exp3.P's with high
/// probability.
Reduction regret(const RunSet& runs, std::span<const Run* const> chosen, const Value& options,
                 const Value& query);

/// ln(n √(K−1)), of which the bounds on the rounds are multiples (binary: ln n); NaN where the run does not
/// tell n and K.
double log_of_labels(const Run& run);

/// ρ measured, in place of a known one: B(t) = 2 ln(n √(K−1)) / ρ(t)² with ρ(t) the smallest edge of the
/// rounds 1 … t. The training error must be 0 at the first t > B(t); the value is the first measured round
/// at which it is 0, over that t.
Measurement zero_error_over_measured_bound(const MeasureInput& in);

/// Theorem 3.1's number of rounds, max(ln²(M/δ), (4C/ρ²)^4, 4 ln(n √(K−1))/ρ²) with C = √(32M) + √(27 M ln M)
/// + 16, for "rho" and the run's n, K, M and δ ("delta" where its policy has none). "as": "slack"
/// gives them over the first measured round at which the training error is 0, "share" the inverse.
Measurement theorem_rounds(const MeasureInput& in);

}  // namespace reboost::report
