/// Measures of budgeted runs and of binary runs.
#include "core/error.hpp"
#include "core/order.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

double balanced_accuracy(const Roc& roc, std::size_t corner) {
    return (roc.true_positive[corner] + 1 - roc.false_positive[corner]) / 2;
}

Roc read_roc(const MeasureInput& in, const std::string& part) {
    const std::string table = "roc/" + part + "/";
    const std::vector<std::string> names{table + "false_positive_rate", table + "true_positive_rate",
                                         table + "threshold"};
    return roc_in(in.runs.arrays(in.run, names), part);
}

}  // namespace

std::vector<double> TrialCurves::at(std::size_t point) const {
    std::vector<double> of_trials;
    for (std::size_t i = point; i < values.size(); i += grid.size())
        of_trials.push_back(values[i]);
    return of_trials;
}

TrialCurves trial_curves(const RunSet& runs, const Run& run, const std::string& grid,
                         const std::string& array) {
    TrialCurves curves{runs.array(run, "trials/" + grid), runs.array(run, "trials/" + array)};
    if (curves.grid.empty() || curves.values.size() % curves.grid.size() != 0) return {};
    return curves;
}

Measurement trial_error(const MeasureInput& in) {
    const TrialCurves curves = trial_curves(in.runs, in.run, text_option(in.options, "grid", "budget"),
                                            text_option(in.options, "array", "test_error"));
    if (curves.trials() == 0) return Measurement::none("the run has no such trials");
    const double at = in.options.at("at").as_number();
    const auto point = std::ranges::find_if(curves.grid, [at](double g) { return std::abs(g - at) < 1e-9; }) -
                       curves.grid.begin();
    if (static_cast<std::size_t>(point) == curves.grid.size())
        return Measurement::none("the run's grid has no such point");
    return Measurement::of_trials(curves.at(static_cast<std::size_t>(point)));
}

Measurement trial_number(const MeasureInput& in) {
    std::vector<double> values =
        in.runs.array(in.run, "trials/" + text_option(in.options, "array", "final_error"));
    if (values.empty()) return Measurement::none("the run has no such trials");
    if (flag_option(in.options, "zero_as_never")) std::replace(values.begin(), values.end(), 0.0, kNever);
    const std::string how = text_option(in.options, "reduce");
    if (how == "max") return {*std::ranges::max_element(values)};
    if (how == "min") return {*std::ranges::min_element(values)};
    if (how == "count") return {static_cast<double>(values.size())};
    if (how == "median") return {statistics::median(values)};
    if (!how.empty())
        throw UsageError("trial_number: unknown reduction '" + how + "'; known: max, min, median, count");
    return Measurement::of_trials(std::move(values));
}

Measurement least_trial_error(const MeasureInput& in) {
    const TrialCurves curves = trial_curves(in.runs, in.run);
    if (curves.trials() == 0) return Measurement::none("the run has no trials");
    double least = kNever;
    for (std::size_t point = 0; point < curves.grid.size(); ++point)
        least = std::min(least, mean(curves.at(point)));
    return {least};
}

double least_reference_error(const MeasureInput& in) {
    const Referred other = referred_runs(in);
    if (other.choice.empty()) return kNoValue;
    const Value measure = Value::object().set("name", "least_trial_error");
    return reduce(in.runs, std::span(other.choice.runs).first(1), measure, other.query).value;
}

Measurement trial_budget_to_reach(const MeasureInput& in) {
    if (std::isnan(in.against)) return Measurement::none("no run of the reference");
    const TrialCurves own = trial_curves(in.runs, in.run);
    if (own.trials() == 0) return Measurement::none("the run has no trials");
    for (std::size_t point = 0; point < own.grid.size(); ++point)
        if (mean(own.at(point)) <= in.against) return {own.grid[point]};
    return {kNever};
}

Measurement tuned_balanced_accuracy(const MeasureInput& in) {
    const Roc validation = read_roc(in, "validation");
    if (validation.empty()) return Measurement::none("the run has no ROC curve of a validation part");
    // The accuracy is linear between corners, so its maximum is at a corner.
    const std::size_t best =
        std::ranges::max(indices(validation.threshold.size()), {},
                         [&](std::size_t corner) { return balanced_accuracy(validation, corner); });
    const Value* part = in.options.find("part");
    if (part == nullptr || part->as_string() == "validation") return {balanced_accuracy(validation, best)};
    const Roc other = read_roc(in, part->as_string());
    if (other.empty())
        return Measurement::none("the run has no ROC curve of its " + part->as_string() + " part");
    return {balanced_accuracy(other, other.at(validation.threshold[best]))};
}

}  // namespace reboost::report
