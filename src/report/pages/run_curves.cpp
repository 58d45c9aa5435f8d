#include "report/pages/run_curves.hpp"

#include "report/measures/reference.hpp"
#include "report/measures/run_curve.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace reboost::report {
namespace {

constexpr std::size_t kPoints = 120;
/// The curve of a reference result that is drawn where there is no other.
constexpr const char* kSmoothed = "smoothed/test_error";

struct PanelText {
    std::string_view id;
    const char *title, *y_label;
    double scale;
};
constexpr PanelText kPanels[]{{"error", "Errors", "error (%)", 100},
                              {"auc", "Area under the ROC curve", "AUC", 1},
                              {"regret", "Regret against the best fixed arm", "regret", 1}};

/// One curve of a run file: an array over the array of its rounds. Of two for one label the first that the
/// run has is drawn.
struct CurveText {
    std::string_view panel;
    const char *label, *array, *over;
};
constexpr CurveText kCurves[]{{"error", "test", "test_error", "round"},
                              {"error", "test", "test/error", "test/round"},
                              {"error", "training", "train/error", "train/round"},
                              {"error", "validation", "validation_error", "round"},
                              {"error", "test, smoothed", kSmoothed, "round"},
                              {"auc", "test", "test/auc", "test/round"},
                              {"auc", "training", "train/auc", "train/round"},
                              {"auc", "validation", "validation/auc", "validation/round"},
                              {"regret", "expected", "regret/expected", "regret/round"},
                              {"regret", "pseudo", "regret/pseudo", "regret/round"}};
constexpr const char* kBudgets = "trials/budget";
constexpr const char* kTrialErrors = "trials/test_error";

Panel empty_panel(const std::string& id, const std::string& title, const std::string& y_label) {
    Panel panel;
    panel.name = id;
    panel.kind = "curves";
    panel.title = title;
    panel.x_label = "round";
    panel.y_label = y_label;
    panel.log = "x";
    return panel;
}

std::vector<std::int64_t> whole(const std::vector<double>& values) {
    std::vector<std::int64_t> numbers;
    for (const double value : values)
        numbers.push_back(static_cast<std::int64_t>(value));
    return numbers;
}

Series series_of(const std::string& label, const KeptCurve& curve, double scale) {
    Series series;
    series.label = label;
    const std::vector<std::int64_t> kept = thinned(curve.round, kPoints, true);
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i)
        if (curve.x[i] > 0 && std::isfinite(curve.y[i]) &&
            std::binary_search(kept.begin(), kept.end(), curve.round[i]))
            series.points.push_back({curve.x[i], curve.y[i] * scale, kNoValue, kNoValue});
    series.marked = series.points.size() == 1;  // a line through one point cannot be seen
    return series;
}

void add_panel(RunCurves& result, Panel panel) {
    std::erase_if(panel.series, [](const Series& series) { return series.points.empty(); });
    if (!panel.series.empty()) result.panels.push_back(std::move(panel));
}

/// Mean over the trials at each budget.
void add_trials(RunCurves& result, const Archive& curves) {
    const std::vector<double> budgets = doubles_in(curves, kBudgets),
                              errors = doubles_in(curves, kTrialErrors);
    if (budgets.empty() || errors.size() < budgets.size()) return;
    Panel panel = empty_panel("trials", "Test error by budget, mean over the trials", "test error (%)");
    panel.x_label = "budget";
    panel.log = "";
    Series series;
    series.label = "test";
    series.marked = false;
    for (std::size_t g = 0; g < budgets.size(); ++g) {
        std::vector<double> trials;
        for (std::size_t i = g; i < errors.size(); i += budgets.size())
            trials.push_back(errors[i]);
        series.points.push_back({budgets[g], 100 * mean(trials), kNoValue, kNoValue});
    }
    panel.series.push_back(std::move(series));
    add_panel(result, std::move(panel));
}

/// `counted`: the rounds of each of them.
void count_features(RunCurves& result, const std::vector<double>& features,
                    const std::vector<double>& counted) {
    std::map<std::int64_t, std::size_t> counts;
    for (std::size_t i = 0; i < features.size(); ++i)
        if (features[i] >= 0)
            counts[static_cast<std::int64_t>(features[i])] +=
                i < counted.size() ? static_cast<std::size_t>(counted[i]) : 0;
    for (const auto& [feature, rounds] : counts) {
        result.features.push_back({feature, rounds});
        result.feature_rounds += rounds;
    }
    std::stable_sort(result.features.begin(), result.features.end(),
                     [](const ChosenFeature& a, const ChosenFeature& b) { return a.rounds > b.rounds; });
}

RunCurves kept_curves(const KeptMeasures& reference) {
    RunCurves result;
    // Over the rounds, or over what is kept in their place.
    std::string over = reference.curves.empty() ? "" : reference.curves.begin()->first.over;
    for (const auto& [name, curve] : reference.curves)
        if (name.over == "round") over = name.over;
    for (const bool errors : {true, false}) {
        Panel panel = errors ? empty_panel("error", "Errors", "error (%)")
                             : empty_panel("other", "Other curves", "value");
        for (const auto& [name, curve] : reference.curves)
            if (name.over == over && name.curve.ends_with("error") == errors)
                panel.series.push_back(
                    series_of(name.curve + (name.smoothed ? ", smoothed" : ""), curve, errors ? 100 : 1));
        panel.x_label = over;
        add_panel(result, std::move(panel));
    }
    return result;
}

}  // namespace

RunCurves run_curves(const RunSet& runs, const Run& run) {
    if (const KeptMeasures* kept = runs.kept_measures(run)) return kept_curves(*kept);
    std::set<std::string> names{kBudgets, kTrialErrors};
    for (const CurveText& curve : kCurves)
        names.emplace(curve.array), names.emplace(curve.over);
    const Archive curves = runs.arrays(run, {names.begin(), names.end()});
    RunCurves result;
    for (const PanelText& text : kPanels) {
        Panel panel = empty_panel(std::string(text.id), text.title, text.y_label);
        for (const CurveText& curve : kCurves) {
            const bool drawn = std::ranges::count(panel.series, curve.label, &Series::label) > 0;
            const bool last_resort = curve.array == std::string_view(kSmoothed);
            if (curve.panel != text.id || drawn || (last_resort && !panel.series.empty())) continue;
            const std::vector<double> rounds = doubles_in(curves, curve.over);
            Series series =
                series_of(curve.label, {whole(rounds), rounds, doubles_in(curves, curve.array)}, text.scale);
            if (!series.points.empty()) panel.series.push_back(std::move(series));
        }
        add_panel(result, std::move(panel));
    }
    // At the top level of a run of trials a trial stands where a round does elsewhere.
    if (curves.contains(kBudgets))
        for (Panel& panel : result.panels) {
            panel.title = "Errors, trial by trial";
            panel.x_label = "trial";
            panel.log = "";
        }
    add_trials(result, curves);
    count_features(result, runs.summary(run, "feature_counts/feature"),
                   runs.summary(run, "feature_counts/count"));
    return result;
}

}  // namespace reboost::report
