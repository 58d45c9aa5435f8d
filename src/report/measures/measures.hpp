#pragma once
/// Measures, which reduce one run or several runs to one number. paper.json names them; one table lists them.
#include "report/measures/run_set.hpp"
#include "statistics/tests.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
/// Printed as ∞: the target was never reached.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// The value of a measure for one run, or its mean over several runs. The trials of a run count like runs.
struct Measurement {
    double value = kNoValue;       ///< NaN: no run has it
    double spread = kNoValue;      ///< standard deviation inside a run, if the measure has one
    std::string missing{};         ///< why a run has no value
    std::size_t count = 0;         ///< number of runs and trials; 0: one run without trials
    double sd = kNoValue;          ///< sample standard deviation over runs and trials; NaN for one
    std::vector<double> trials{};  ///< of one run: values per trial; not stored in reference results
    static Measurement none(std::string why) { return {kNoValue, kNoValue, std::move(why)}; }
    static Measurement of_trials(std::vector<double> trials);
};

/// What a measure reads. `options` is the measure's object in paper.json, with variables replaced; `query` is
/// that of the cell, for measures that refer to other runs (the parts in "reference" replace those of
/// `query`).
struct MeasureInput {
    const RunSet& runs;
    const Run& run;
    const Value& options;
    const Value& query;
    double against = kNoValue;  ///< result of the entry's function `against`
};

/// The runs that a run is compared with, and the query that selects them.
struct Referred {
    Value query;
    Choice choice;
};
/// Selects the runs by `query`, with the parts in the measure's "reference" replaced; prefers as many rounds
/// as `run`. Throws UsageError if the measure has no "reference".
Referred referred_runs(const MeasureInput& in);

struct MeasureEntry {
    std::string_view name;
    Measurement (*reduce)(const MeasureInput&);  ///< null if `together` is used
    /// The number, from other runs, that a run is compared with; null: none.
    double (*against)(const MeasureInput&) = nullptr;
    /// For measures that cannot be taken run by run.
    Measurement (*together)(const RunSet&, std::span<const Run* const>, const Value& options,
                            const Value& query) = nullptr;
};

/// Name of the array of /summary that stores a measure in reference results which lack the curves needed:
/// value and spread; for trials, also their number and deviation. The name is the sorted JSON of the measure
/// and of the number it compares with.
std::string kept_measure(const Value& measure, double against);

/// All measures.
std::span<const MeasureEntry> measures();
/// Throws UsageError, with the nearest name, if there is no such measure.
const MeasureEntry& find_measure(std::string_view name);
/// Whether the measure depends on the machine (reads seconds).
bool needs_timing(const Value& measure);

/// Takes a measure of all chosen runs. `spread` is the mean of the runs' own spreads.
Measurement reduce(const RunSet& runs, std::span<const Run* const> chosen, const Value& measure,
                   const Value& query = Value::object());

using statistics::mean;
/// Returns the sample standard deviation; NaN for fewer than two values.
double sample_sd(std::span<const double> values);

/// Smooths the test one-error as in opt2009 section 4: mean over rounds 4t/5 … t, at each measured t.
Curve smoothed(const Curve& errors);

// Budgeted runs: one file holds many trials, /curves/trials/* (docs/results.md). Each trial counts like a
// run: means and intervals are taken over trials.

struct TrialCurves {
    std::vector<double> grid,
        values;  ///< values: trials × grid; both are empty if the run has no such trials
    std::size_t trials() const { return grid.empty() ? 0 : values.size() / grid.size(); }
    std::vector<double> at(std::size_t point) const;  ///< one value per trial
};
TrialCurves trial_curves(const RunSet& runs, const Run& run, const std::string& grid = "budget",
                         const std::string& array = "test_error");
/// "test_error", or the trials × grid array "array", at one grid point: "grid" is "budget" (default) or
/// "nodes", "at" is the point.
Measurement trial_error(const MeasureInput& in);
/// One number per trial, from "array". "reduce" ("max", "min", "median" or "count") makes one number of them
/// for the run. "zero_as_never": 0 means that the event never happened.
Measurement trial_number(const MeasureInput& in);
/// Minimum of the mean error curve over the trials.
Measurement least_trial_error(const MeasureInput& in);
/// Least trial error of the run that "reference" selects; NaN if there is none.
double least_reference_error(const MeasureInput& in);
/// First budget at which the mean error is at most `in.against`; infinite if there is none.
Measurement trial_budget_to_reach(const MeasureInput& in);

// Binary runs: measures from the corners of their last ROC curves, /curves/roc/* (docs/results.md)

/// Balanced accuracy of "part" ("validation" or "test") at the threshold that is best on the validation part,
/// since the sign of f might call no row positive. On the test part, the last corner with a threshold not
/// below this one is taken.
Measurement tuned_balanced_accuracy(const MeasureInput& in);

// Bandits: regret (zhao2019 §2), and bounds on the number of rounds until the training error is 0 (zhao2019
// §1 and Theorem 3.1)

/// Regret at the last round, over the chosen runs, of bandit problems or of boosting runs with an oracle. A
/// run is one sequence, or the mean of its plays. "kind": "expected" (mean regret of the runs), "pseudo"
/// (against the arm with the largest mean reward over the runs) or "gap" (pseudo − expected). "over" is the
/// divisor: none, "log" (ln n), "root" (√(n K ln K)), "samples" (n), or "bound", the policy's own bound:
/// UCB1's on Bernoulli arms, Exp3's with the mixing for its horizon, Exp3.P's with high probability.
Measurement regret(const RunSet& runs, std::span<const Run* const> chosen, const Value& options,
                   const Value& query);

/// ln(n √(K−1)), binary: ln n; the bounds on the rounds are multiples of it. NaN if the run lacks n or K.
double log_of_labels(const Run& run);

/// The bound with a measured ρ: B(t) = 2 ln(n √(K−1)) / ρ(t)², ρ(t) the smallest edge of rounds 1 … t. The
/// training error must be 0 at the first t > B(t). The value is the first measured round at which the error
/// is 0, divided by that t.
Measurement zero_error_over_measured_bound(const MeasureInput& in);

/// Number of rounds in Theorem 3.1, max(ln²(M/δ), (4C/ρ²)^4, 4 ln(n √(K−1))/ρ²), C = √(32M) + √(27 M ln M) +
/// 16, for ρ = "rho", the run's n, K, M and its policy's δ (else "delta"). "as": "slack" divides this number
/// by the first measured round at which the training error is 0; "share" is the inverse.
Measurement theorem_rounds(const MeasureInput& in);

}  // namespace reboost::report
