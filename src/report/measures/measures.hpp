#pragma once
/// Reductions of one run to one number. They form one explicit table; paper.json names them.
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

/// A measure of one run, as reference results keep it, too.
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

/// Names a measure, its options and the number that it compares with: sorted JSON of "measure" and "against".
std::string measure_key(const Value& measure, double against);

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
};
Reduction reduce(const RunSet& runs, std::span<const Run* const> chosen, const Value& measure,
                 const Value& query);

using statistics::mean;
/// Sample standard deviation; NaN for fewer than two.
double sample_sd(std::span<const double> values);

/// Test one-error smoothed as in opt2009 section 4: the mean over rounds 4t/5 … t, at each measured t.
Curve smoothed(const Curve& errors);

}  // namespace reboost::report
