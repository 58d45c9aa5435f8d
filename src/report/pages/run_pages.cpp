/// Writes one page per run, with its curves and the features that it chose.
#include "boosting/booster.hpp"
#include "config/json.hpp"
#include "config/label.hpp"
#include "core/checksum.hpp"
#include "core/mapped.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/measures/run_curve.hpp"
#include "report/pages/figure_files.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kPointsOfRun = 120;

Series series_of(const std::string& label, const DrawnCurve& curve, double scale) {
    Series series{label};
    const DrawnCurve kept = at_rounds(curve, thinned(curve.round, kPointsOfRun, true));
    for (std::size_t i = 0; i < kept.round.size(); ++i)
        if (kept.x[i] > 0 && std::isfinite(kept.y[i]))
            series.points.push_back({kept.x[i], kept.y[i] * scale});
    series.marked = series.points.size() == 1;  // marks make a single point visible
    return series;
}

/// Returns the mean error over the trials at each budget.
Panel trials_panel(const TrialCurves& errors) {
    Panel panel{{.kind = "curves", .x_label = "budget", .y_label = "test error (%)"},
                "trials",
                "Test error by budget, mean over the trials"};
    Series& series = panel.series.emplace_back(Series{.label = "test", .marked = false});
    for (std::size_t point = 0; point < errors.grid.size(); ++point)
        series.points.push_back({errors.grid[point], 100 * mean(errors.at(point))});
    return panel;
}

/// Where a run is used, and the runs in the same cell.
struct Places {
    Value uses = Value::list();  ///< link and text of each place
    std::vector<const Run*> siblings;
};
using AllPlaces = std::map<const Run*, Places>;

AllPlaces all_places(const Papers& papers) {
    AllPlaces places;
    for (const Paper& paper : papers)
        for (const Use& use : uses_of(paper)) {
            const Value place = object_of(key("href", "../" + page_name(paper) + "#" + use.anchor),
                                          key("text", paper.experiment.title + ", " + use.label));
            for (const Run* run : use.runs) {
                Places& of = places[run];
                if (of.uses.as_list().empty() || of.uses.as_list().back() != place) of.uses.push(place);
                if (of.siblings.empty() && use.runs.size() > 1) of.siblings = use.runs;
            }
        }
    return places;
}

/// Returns a panel with the last value of each curve; for curves over trials, the mean.
Value figure_value(const FigureFiles& figures, const Panel& panel) {
    const auto result = [](const Series& series) {
        const std::vector<double> values = mapped(series.points, &Point::y);
        return object_of(key("label", series.label), key("trials", values.size()), key("mean", mean(values)),
                         key("x", series.points.back().x), key("last", values.back()));
    };
    return object_of(key("figure_id", panel.name), key("caption", panel.title), key("x_label", panel.x_label),
                     key("y_label", panel.y_label), list_key("series", panel.series, result),
                     key("chart", figures.json(panel)));
}

/// Returns the next runs in the same cell, at most 20; the list of all runs has the others.
Value siblings_of(const std::vector<const Run*>& all, const Run& run) {
    constexpr std::size_t kShown = 20;
    Value siblings = Value::list();
    const auto here = static_cast<std::size_t>(std::find(all.begin(), all.end(), &run) - all.begin());
    for (std::size_t i = 1; i < all.size() && siblings.as_list().size() < kShown; ++i) {
        const Run* other = all[(here + i) % all.size()];
        siblings.push(object_of(key("href", "../" + run_page_name(*other)),
                                key("text", config::run_label(other->spec()))));
    }
    return siblings;
}

/// Returns the page's data, without those computed from the run's curves.
Value run_page(const ReportOptions& options, const Value& form, const Run& run, const Places& places,
               const std::string& verified) {
    const Value spec = run.spec();
    const std::string label = config::run_label(spec);
    const Value::List& of_machine = form.at("attributes_of_machine").as_list();
    Value made = Value::object(), machine = Value::object();
    for (const auto& [name, value] : run.attributes.as_object())
        (std::ranges::count(of_machine, Value(name)) > 0 ? machine : made).set(name, value);
    Value page = object_of(
        key("root", "../"), key("charts", has_charts(options)), key("title", label), key("id", run.id),
        key("short_id", run.id.substr(0, kIdDigits)), key("reference", run.reference),
        key("stand_in", run.stand_in()), key("verified", verified), key("uses", places.uses),
        key("siblings", siblings_of(places.siblings, run)), key("spec", spec), key("made", made),
        key("ending", boosting::ending_text(text_at(made, "stop_reason"))));
    page.set("machine", options.with_timings ? std::move(machine) : Value());
    const std::string config = to_json(spec, 2);
    page.set("config", Value::list_of(split(config, '\n')));
    return page.set("checksum", sha256_hex(to_json(page)));
}

/// Returns when a file was written, in ns; the greatest number if there is no file.
std::int64_t written(const std::optional<files::FileStamp>& file) {
    return file ? file->modified_ns : std::numeric_limits<std::int64_t>::max();
}

/// Returns when the latest of the page templates and this program was written, in ns.
std::int64_t makers_written(const fs::path& templates) {
    std::int64_t youngest = written(files::stamp_of("/proc/self/exe"));
    for (const char* part : {"run.html", "run.json", "head.html", "panel.json"})
        youngest = std::max(youngest, written(files::stamp_of(templates / part)));
    return youngest;
}

/// Whether an existing page is current, since reading the curves of thousands of runs takes most of a
/// report's time. It is, if its data apart from curves are the same (`checksum`), and it is newer than the
/// run's file (`made`), the templates and this program (`makers`).
bool stands(const fs::path& page, std::int64_t made, std::int64_t makers, const std::string& checksum) {
    const std::optional<files::FileStamp> there = files::stamp_of(page);
    if (!there || there->modified_ns <= std::max(made, makers)) return false;
    return config::read_text_file(page).find("data-checksum=\"" + checksum + "\"") != std::string::npos;
}

}  // namespace

std::vector<Panel> run_curves(const RunSet& runs, const Run& run, const Value& form) {
    const Value::List& texts = form.at("panels").as_list();
    std::vector<std::string> names;
    for (const Value& text : texts)
        for (const auto& [label, name] : text.at("curves").as_object())
            names.push_back(name.as_string());
    const std::vector<Curve> curves = runs.curves(run, names);
    const TrialCurves errors = run.has_trials() ? trial_curves(runs, run) : TrialCurves();
    const bool trials = errors.trials() > 0;  // then the top-level curves have one value per trial
    std::vector<Panel> panels;
    auto curve = curves.begin();
    for (const Value& text : texts) {
        Panel panel{{.kind = "curves",
                     .x_label = trials ? "trial" : "round",
                     .y_label = text.at("y_label").as_string(),
                     .log = trials ? "" : "x"},
                    text.at("name").as_string(),
                    trials ? "Errors, trial by trial" : text.at("title").as_string()};
        for (const auto& [label, name] : text.at("curves").as_object()) {
            Series series = series_of(label, over_rounds(*curve++), text.at("scale").as_number());
            // The smoothed curve is drawn if a reference result has no other curve of errors.
            const bool needed = panel.series.empty() || !name.as_string().starts_with("smoothed/");
            if (needed && !series.points.empty()) panel.series.push_back(std::move(series));
        }
        if (!panel.series.empty()) panels.push_back(std::move(panel));
    }
    if (trials) panels.push_back(trials_panel(errors));
    return panels;
}

Value chosen_features(const RunSet& runs, const Run& run) {
    const std::vector<double> features = runs.summary(run, "feature_counts/feature"),
                              rounds = runs.summary(run, "feature_counts/count");
    std::vector<std::size_t> order = order_by(
        std::min(features.size(), rounds.size()), [&](std::size_t i) { return rounds[i]; },
        std::ranges::greater{});
    std::erase_if(order, [&](std::size_t i) { return features[i] < 0; });
    double all = 0;
    for (const std::size_t i : order)
        all += rounds[i];
    const auto value = [&](std::size_t i) {
        return object_of(key("feature", static_cast<std::int64_t>(features[i])),
                         key("rounds", static_cast<std::int64_t>(rounds[i])), key("share", rounds[i] / all));
    };
    return object_of(list_key("features", order, value),
                     key("feature_rounds", static_cast<std::int64_t>(all)));
}

std::string run_page_name(const Run& run) {
    return "runs/" + file_slug(run.id.substr(0, kIdDigits)) + (run.reference ? "-reference" : "") + ".html";
}

std::vector<fs::path> write_run_pages(const ReportOptions& options, const RunSet& runs, const Papers& papers,
                                      const Verification& verification) {
    const AllPlaces places = all_places(papers);
    const PageTemplate page_template(options.plots / "pages/run.html");
    const Value form = config::read_json_file(options.plots / "pages/run.json");
    const FigureFiles figures(options.plots);
    const std::int64_t makers = makers_written(options.plots / "pages");
    std::map<const Run*, std::string> verified;
    for (const Verified& one : verification.runs)
        verified[one.run] = describe(one);
    std::vector<fs::path> files;
    for (const Run& run : runs.runs()) {
        const auto found = places.find(&run);
        if (found == places.end()) continue;
        files.push_back(options.output / run_page_name(run));
        Value page = run_page(options, form, run, found->second, verified[&run]);
        if (!run.reference &&
            stands(files.back(), written(runs.stamp(run)), makers, page.at("checksum").as_string()))
            continue;
        add_members(page, list_key("figures", run_curves(runs, run, form),
                                   [&](const Panel& panel) { return figure_value(figures, panel); }));
        files::write_text(files.back(),
                          page_template.fill(merge(std::move(page), chosen_features(runs, run))));
    }
    return files;
}

}  // namespace reboost::report
