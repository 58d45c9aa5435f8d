#include "core/error.hpp"
#include "report/measures/measure_functions.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

struct TrialCurves {
    std::vector<double> grid, values;  ///< values: trials × grid
    std::size_t trials() const { return grid.empty() ? 0 : values.size() / grid.size(); }
    double mean_at(std::size_t point) const {
        double sum = 0;
        for (std::size_t r = 0; r < trials(); ++r)
            sum += values[r * grid.size() + point];
        return sum / static_cast<double>(trials());
    }
};

TrialCurves read(const RunSet& runs, const Run& run, const std::string& grid, const std::string& array) {
    TrialCurves curves{runs.array(run, "trials/" + grid), runs.array(run, "trials/" + array)};
    if (curves.grid.empty() || curves.values.size() % curves.grid.size() != 0) return {};
    return curves;
}

}  // namespace

Measurement trial_error(const MeasureInput& in) {
    const TrialCurves curves = read(in.runs, in.run, text_option(in.options, "grid", "budget"),
                                    text_option(in.options, "array", "test_error"));
    if (curves.trials() == 0) return Measurement::none("the run has no such trials");
    const double at = in.options.at("at").as_number();
    const auto point = std::ranges::find_if(curves.grid, [at](double g) { return std::abs(g - at) < 1e-9; }) -
                       curves.grid.begin();
    if (static_cast<std::size_t>(point) == curves.grid.size())
        return Measurement::none("the run's grid has no such point");
    std::vector<double> errors;
    for (std::size_t r = 0; r < curves.trials(); ++r)
        errors.push_back(curves.values[r * curves.grid.size() + static_cast<std::size_t>(point)]);
    return Measurement::of_trials(std::move(errors));
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
    const TrialCurves curves = read(in.runs, in.run, "budget", "test_error");
    if (curves.trials() == 0) return Measurement::none("the run has no trials");
    double least = kNever;
    for (std::size_t point = 0; point < curves.grid.size(); ++point)
        least = std::min(least, curves.mean_at(point));
    return {least};
}

double least_reference_error(const MeasureInput& in) {
    const Referred other = referred_runs(in.runs, in.run, in.options, in.query);
    if (other.choice.empty()) return kNoValue;
    const Value measure = Value::object().set("name", "least_trial_error");
    return reduce(in.runs, std::span(other.choice.runs).first(1), measure, other.query).value;
}

Measurement trial_budget_to_reach(const MeasureInput& in) {
    if (std::isnan(in.against)) return Measurement::none("no run of the reference");
    const TrialCurves own = read(in.runs, in.run, "budget", "test_error");
    if (own.trials() == 0) return Measurement::none("the run has no trials");
    for (std::size_t point = 0; point < own.grid.size(); ++point)
        if (own.mean_at(point) <= in.against) return {own.grid[point]};
    return {kNever};
}

}  // namespace reboost::report
