#include "report/paper/figure.hpp"

#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/measures/run_curve.hpp"
#include "report/paper/table.hpp"
#include "statistics/intervals.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kMaxPoints = 250;

/// Label of an array on an axis, and its short form in titles of panels that differ only in the array.
struct AxisName {
    std::string_view array;
    const char *label, *brief;
};
constexpr AxisName kAxes[]{{"train_cpu_seconds", "training time (CPU seconds)", "time"},
                           {"wall_seconds", "training time (wall seconds)", "time"},
                           {"work", "work (stored feature values scanned)", "work"},
                           {"round", "boosting rounds", "rounds"}};

std::string axis_name(const std::string& x, const char* AxisName::*form) {
    const auto found = std::ranges::find(kAxes, x, &AxisName::array);
    return found == std::end(kAxes) ? x : found->*form;
}

/// Seconds of two machines are not comparable, so all series use one kind of runs if possible.
Choice chosen_runs(const RunSet& runs, const Value& query, const FigureSpec& spec, bool seconds) {
    return choose_runs(runs, query, spec.paper_rounds, seconds,
                       seconds ? Origin::reference_first : Origin::any);
}

/// `replicates`: number of runs or trials averaged in a point.
void note_runs(Series& series, const Choice& choice, const FigureSpec& spec, std::size_t replicates) {
    series.count(replicates);
    series.replicates = replicates_name(choice.runs);
    series.rounds = series.runs.empty() ? choice.rounds : std::min(series.rounds, choice.rounds);
    series.most_rounds = std::max(series.most_rounds, choice.rounds);
    series.fewer_rounds = series.fewer_rounds || (spec.paper_rounds && choice.rounds < *spec.paper_rounds);
    series.runs.insert(series.runs.end(), choice.runs.begin(), choice.runs.end());
    series.stand_in = series.stand_in || std::ranges::any_of(choice.runs, &Run::stand_in);
}

Value series_query(const FigureSpec& spec, const PanelSpec& panel, const Axis& series, const Value& let) {
    return substitute(merge(merge(spec.query, panel.query), series.query), let);
}

/// Adds the range of the curves at each round of the mean; all curves have these rounds.
void add_range(Series& series, const std::vector<DrawnCurve>& curves, const std::vector<std::int64_t>& rounds,
               double scale) {
    series.spread = Spread::range;
    for (const DrawnCurve& curve : curves) {
        const DrawnCurve values = at_rounds(curve, rounds);
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            Point& point = series.points[i];
            point.low = std::fmin(point.low, values.y[i] * scale);
            point.high = std::fmax(point.high, values.y[i] * scale);
        }
    }
}

/// Adds the 95% interval of the mean over the plays of a single run.
void add_interval(Series& series, const Run& run, const DrawnCurve& deviation, double scale) {
    const Value* plays = find_path(run.options(), "booster.plays");
    const bool kept = deviation.y.size() == series.points.size();  // false for runs stored before it existed
    if (plays == nullptr || !kept) return;
    series.spread = Spread::interval;
    series.fewest = series.most = static_cast<std::size_t>(plays->as_number());
    series.replicates = "plays";
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        Point& point = series.points[i];
        const double half = statistics::half_interval({deviation.y[i] * scale, series.most});
        point.low = point.y - half;
        point.high = point.y + half;
    }
}

Series curve_series(const FigureSpec& spec, const PanelSpec& panel, const Axis& axis, const RunSet& runs,
                    const std::string& x) {
    Series series{axis.label};
    const Value query = series_query(spec, panel, axis, merge(panel.let, axis.let));
    const Choice choice = chosen_runs(runs, query, spec, x.find("seconds") != std::string::npos);
    if (choice.empty()) return series;
    const std::string& name = spec.y.at("curve").as_string();
    const bool smoothed = flag_option(spec.y, "smoothed");
    std::vector<DrawnCurve> curves;
    std::vector<const Run*> with_points;
    for (const Run* run : choice.runs)
        if (auto curve = run_curves(runs, *run, name, smoothed, {x}); !curve.front().round.empty()) {
            curves.push_back(std::move(curve.front()));
            with_points.push_back(run);
        }
    if (curves.empty()) return series;
    const double scale = number_option(spec.y, "scale", 1);
    DrawnCurve mean = mean_curve(curves, scale);
    const std::vector<std::int64_t> drawn =
        thinned(mean.round, kMaxPoints, spec.log.find('x') != std::string::npos);
    mean = at_rounds(mean, drawn);
    for (std::size_t i = 0; i < mean.round.size(); ++i)
        series.points.push_back({mean.x[i], mean.y[i]});
    note_runs(series, choice, spec, curves.size());
    const Value* deviation = spec.y.find("deviation");
    const Run& first = *with_points.front();
    if (curves.size() > 1)
        add_range(series, curves, mean.round, scale);
    else if (deviation != nullptr)
        add_interval(series, first,
                     at_rounds(run_curves(runs, first, deviation->as_string(), false, {x}).front(), drawn),
                     scale);
    for (const Run* run : with_points)
        runs.note_read(*run, drawn);
    return series;
}

Series measure_series(const FigureSpec& spec, const PanelSpec& panel, const Axis& axis, const RunSet& runs) {
    Series series{axis.label};
    for (const Value& x : spec.x_values.as_list()) {
        const Value let = merge(panel.let, axis.let).set("x", x);
        const Value query = series_query(spec, panel, axis, let);
        const Choice choice = chosen_runs(runs, query, spec, needs_timing(spec.y));
        if (choice.empty()) continue;
        const Measurement r = reduce(runs, choice.runs, substitute(spec.y, let), query);
        if (!std::isfinite(r.value)) continue;
        const double scale = number_option(spec.y, "scale", 1);
        const double half = spec.intervals ? statistics::half_interval({r.sd, r.count}) : kNoValue;
        series.points.push_back(
            {x.as_number(), r.value * scale, (r.value - half) * scale, (r.value + half) * scale});
        note_runs(series, choice, spec, r.count);
    }
    if (spec.intervals) series.spread = axis.level ? Spread::interval : Spread::bars;
    return series;
}

/// Draws a line at factor × the asymptotic error of the run selected by "reference" (opt2009 Figure 1).
void add_target_line(Panel& panel, const FigureSpec& spec, const PanelSpec& panel_spec, const RunSet& runs) {
    if (!spec.line.is_object()) return;
    const Value base = merge(spec.query, panel_spec.query);
    const Value query = substitute(replace_parts(base, spec.line.at("reference")), panel_spec.let);
    const Choice choice = choose_runs(runs, query, spec.paper_rounds, false);
    const double error =
        reduce(runs, choice.runs, Value::object().set("name", "asymptotic_error"), query).value;
    if (std::isnan(error)) return;
    const double factor = substitute(spec.line.at("factor"), panel_spec.let).as_number();
    panel.line = factor * error * number_option(spec.y, "scale", 1);
    panel.line_label = fmt::format("{:g} × {}", factor, text_option(spec.line, "label", "reference"));
}

/// Interpolates linearly between the points; NaN outside them.
double value_at(const std::vector<Point>& points, double x) {
    const auto right = std::ranges::lower_bound(points, x, {}, &Point::x);
    if (right == points.end()) return kNoValue;
    if (right->x == x) return right->y;
    if (right == points.begin()) return kNoValue;
    const Point& left = *(right - 1);
    return left.y + (right->y - left.y) * (x - left.x) / (right->x - left.x);
}

/// Subtracts the series with this label from every series; its own line is then at 0. Removes points before
/// `fit_from`, as the differences in the first rounds are far larger.
void subtract(Panel& panel, const std::string& label) {
    const auto found = std::ranges::find(panel.series, label, &Series::label);
    panel.y_label += ", less that of " + label;
    if (found == panel.series.end()) {
        panel.series.clear();
        return;
    }
    const std::vector<Point> base = found->points;
    for (Series& series : panel.series) {
        for (Point& point : series.points) {
            const double at = value_at(base, point.x);
            point = {point.x, point.y - at, point.low - at, point.high - at};
        }
        std::erase_if(series.points, [&](const Point& point) {
            return std::isnan(point.y) || (panel.fit_from && point.x < *panel.fit_from);
        });
    }
}

bool same_points(const Series& a, const Series& b) {
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.second_axis == b.second_axis &&
           std::ranges::equal(a.points, b.points, [&](const Point& p, const Point& q) {
               return p.x == q.x && same(p.y, q.y) && same(p.low, q.low) && same(p.high, q.high);
           });
}

/// Merges equal curves into one, labelled "A = B": only the last drawn could be seen.
void join_same(Panel& panel) {
    std::vector<Series> distinct;
    for (Series& series : panel.series) {
        const auto same =
            std::ranges::find_if(distinct, [&](const Series& s) { return same_points(s, series); });
        if (same == distinct.end())
            distinct.push_back(std::move(series));
        else
            same->label += " = " + series.label;
    }
    panel.series = std::move(distinct);
}

Panel fill_panel(const FigureSpec& spec, const PanelSpec& panel_spec, const std::string& paper,
                 const RunSet& runs, const std::string& x, bool with_timings) {
    std::string name = paper + "-" + spec.id;
    if (!panel_spec.id.empty()) name += "-" + panel_spec.id;
    if (spec.x.size() > 1) name += "-" + x;
    Panel panel{spec, file_slug(name), panel_spec.title.empty() ? spec.label : panel_spec.title};
    if (spec.x.size() > 1) panel.title += " against " + axis_name(x, &AxisName::brief);
    if (spec.x_label.empty()) panel.x_label = axis_name(x, &AxisName::label);
    if (!panel_spec.difference_to.empty()) panel.y_top.reset();
    panel.left_out = !with_timings && (x.find("seconds") != std::string::npos || needs_timing(spec.y));
    if (panel.left_out) return panel;
    for (const Axis& axis : spec.series) {
        if (std::ranges::count(panel_spec.omit, axis.label) > 0) continue;
        Series series = spec.kind == "curves" ? curve_series(spec, panel_spec, axis, runs, x)
                                              : measure_series(spec, panel_spec, axis, runs);
        series.second_axis = axis.second_axis && !panel_spec.one_axis;
        series.marked = !axis.level;
        series.style =
            axis.style > 0 ? axis.style : style_at(static_cast<std::size_t>(&axis - spec.series.data()));
        if (series.points.empty())
            panel.absent.push_back(axis.label);
        else
            panel.series.push_back(std::move(series));
    }
    add_target_line(panel, spec, panel_spec, runs);
    if (!panel_spec.difference_to.empty()) subtract(panel, panel_spec.difference_to);
    join_same(panel);
    return panel;
}

}  // namespace

std::int64_t style_at(std::size_t place) {
    const auto i = static_cast<std::int64_t>(place % 18);
    return i < 9 ? 1 + i : 22 + i;
}

bool Panel::full_scale() const {
    return drawable() && absent.empty() &&
           std::ranges::none_of(series, [](const Series& one) { return one.fewer_rounds || one.stand_in; });
}

Figure fill_figure(const FigureSpec& spec, const std::string& paper, const RunSet& runs, bool with_timings) {
    Figure figure{spec.id, {}, &spec};
    if (!spec.not_obtainable.empty()) return figure;
    const std::vector<PanelSpec> panels = spec.panels.empty() ? std::vector<PanelSpec>(1) : spec.panels;
    const std::vector<std::string> axes = spec.x.empty() ? std::vector<std::string>{"x"} : spec.x;
    for (const PanelSpec& panel : panels)
        for (const std::string& x : axes)
            figure.panels.push_back(fill_panel(spec, panel, paper, runs, x, with_timings));
    return figure;
}

}  // namespace reboost::report
