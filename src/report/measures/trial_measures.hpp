#pragma once
/// Measures of budgeted runs, whose trials lie side by side in one file: /curves/trials/* (docs/results.md).
/// A trial counts as a run does elsewhere: means and intervals are over trials.
#include "report/measures/measures.hpp"

namespace reboost::report {

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

}  // namespace reboost::report
