#include "report/paper/figure.hpp"

#include "core/error.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/measures/run_curve.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kMaxPoints = 250;

double option(const Value& options, std::string_view key, double fallback) {
    const Value* found = options.find(key);
    return found == nullptr ? fallback : found->as_number();
}

std::string axis_name(const std::string& x) {
    if (x == "train_cpu_seconds") return "training time (CPU seconds)";
    if (x == "wall_seconds") return "training time (wall seconds)";
    if (x == "work") return "work (stored feature values scanned)";
    if (x == "round") return "boosting rounds";
    return x;
}

CurveName name_of(const FigureSpec& spec, const std::string& x) {
    const Value* smooth = spec.y.find("smoothed");
    return {spec.y.at("curve").as_string(), smooth != nullptr && smooth->as_bool(), x};
}

void note_runs(Series& series, const Choice& choice, const FigureSpec& spec) {
    series.rounds = choice.rounds;
    series.fewer_rounds = series.fewer_rounds || (spec.paper_rounds && choice.rounds < *spec.paper_rounds);
    for (const Run* run : choice.runs) {
        series.runs.push_back(run);
        series.stand_in = series.stand_in || run->stand_in();
    }
}

Value common_let(const PanelSpec& panel, const Axis& series) {
    return merge(merge(Value::object(), panel.let), series.let);
}

Value common_query(const FigureSpec& spec, const PanelSpec& panel, const Axis& series) {
    return merge(merge(merge(Value::object(), spec.query), panel.query), series.query);
}

Series curve_series(const FigureSpec& spec, const PanelSpec& panel, const Axis& axis, const RunSet& runs,
                    const std::string& x) {
    Series series;
    series.label = axis.label;
    const Value query = substitute(common_query(spec, panel, axis), common_let(panel, axis));
    const bool seconds = x.find("seconds") != std::string::npos;
    const Choice choice =
        choose_runs(runs, query, spec.paper_rounds, seconds, seconds ? Origin::reference_first : Origin::any);
    if (choice.empty()) return series;
    const CurveName name = name_of(spec, x);
    std::vector<KeptCurve> curves;
    std::vector<const Run*> with_points;
    for (const Run* run : choice.runs)
        if (KeptCurve curve = run_curve(runs, *run, name); !curve.round.empty()) {
            curves.push_back(std::move(curve));
            with_points.push_back(run);
        }
    if (curves.empty()) return series;
    KeptCurve mean = mean_curve(curves, option(spec.y, "scale", 1));
    const std::vector<std::int64_t> drawn =
        thinned(mean.round, kMaxPoints, spec.log.find('x') != std::string::npos);
    mean = at_rounds(mean, drawn);
    for (std::size_t i = 0; i < mean.round.size(); ++i)
        series.points.push_back({mean.x[i], mean.y[i], kNoValue, kNoValue});
    if (runs.recorder() != nullptr)
        for (std::size_t r = 0; r < curves.size(); ++r)
            runs.recorder()->drew(*with_points[r], name, at_rounds(curves[r], drawn));
    note_runs(series, choice, spec);
    return series;
}

Series measure_series(const FigureSpec& spec, const PanelSpec& panel, const Axis& axis, const RunSet& runs) {
    Series series;
    series.label = axis.label;
    for (const Value& x : spec.x_values.as_list()) {
        Value let = common_let(panel, axis);
        let.set("x", x);
        const Value query = substitute(common_query(spec, panel, axis), let);
        const Choice choice = choose_runs(runs, query, spec.paper_rounds, needs_timing(spec.y),
                                          needs_timing(spec.y) ? Origin::reference_first : Origin::any);
        if (choice.empty()) continue;
        const Reduction r = reduce(runs, choice.runs, substitute(spec.y, let), query);
        if (!std::isfinite(r.value)) continue;
        const double scale = option(spec.y, "scale", 1);
        const double half =
            spec.intervals ? 1.96 * r.seed_sd / std::sqrt(static_cast<double>(r.runs)) : kNoValue;
        series.points.push_back(
            {x.as_number(), r.value * scale, (r.value - half) * scale, (r.value + half) * scale});
        note_runs(series, choice, spec);
    }
    return series;
}

/// factor × the asymptotic error of the run that "reference" names (opt2009 Figure 1).
void add_target_line(Panel& panel, const FigureSpec& spec, const PanelSpec& panel_spec, const RunSet& runs) {
    if (!spec.line.is_object()) return;
    const Value let = merge(Value::object(), panel_spec.let);
    const Value base = merge(merge(Value::object(), spec.query), panel_spec.query);
    const Value query = substitute(replace_parts(base, spec.line.at("reference")), let);
    const Choice choice = choose_runs(runs, query, spec.paper_rounds, false);
    Value measure = Value::object();
    measure.set("name", "asymptotic_error");
    const double error = reduce(runs, choice.runs, measure, query).value;
    if (std::isnan(error)) return;
    const double factor = substitute(spec.line.at("factor"), let).as_number();
    const Value* label = spec.line.find("label");
    panel.line = factor * error * option(spec.y, "scale", 1);
    panel.line_label = fmt::format("{:g} × {}", factor, label ? label->as_string() : "reference");
}

Panel fill_panel(const FigureSpec& spec, const PanelSpec& panel_spec, const std::string& paper,
                 const RunSet& runs, const std::string& x, bool with_timings) {
    Panel panel;
    std::string name = paper + "-" + spec.id;
    if (!panel_spec.id.empty()) name += "-" + panel_spec.id;
    if (spec.x.size() > 1) name += "-" + x;
    panel.name = file_slug(name);
    panel.title = panel_spec.title;
    panel.kind = spec.kind;
    panel.x_label = spec.x_label.empty() ? axis_name(x) : spec.x_label;
    panel.y_label = spec.y_label;
    panel.y2_label = spec.y2_label;
    panel.log = spec.log;
    panel.intervals = spec.intervals;
    panel.y_top = spec.y_top;
    panel.left_out = !with_timings && (x.find("seconds") != std::string::npos || needs_timing(spec.y));
    if (panel.left_out) return panel;
    for (const Axis& axis : spec.series) {
        if (std::find(panel_spec.omit.begin(), panel_spec.omit.end(), axis.label) != panel_spec.omit.end())
            continue;
        Series series = spec.kind == "curves" ? curve_series(spec, panel_spec, axis, runs, x)
                                              : measure_series(spec, panel_spec, axis, runs);
        series.second_axis = axis.second_axis && !panel_spec.one_axis;
        series.marks_only = axis.marks_only;
        series.style = axis.style;
        if (series.points.empty())
            panel.absent.push_back(axis.label);
        else
            panel.series.push_back(std::move(series));
    }
    add_target_line(panel, spec, panel_spec, runs);
    return panel;
}

/// "array styles[3] = [1, 2, 9]"
std::string styles(const Panel& panel) {
    std::string values;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        const std::int64_t style = panel.series[i].style;
        values += (i == 0 ? "" : ", ") + std::to_string(style > 0 ? style : static_cast<std::int64_t>(i + 1));
    }
    return fmt::format("array styles[{}] = [{}]\n", panel.series.size(), values);
}

/// "array second_axis[3] = [1, 0, 0]"
std::string flags(const std::string& name, const Panel& panel, bool Series::*flag) {
    std::string values;
    for (const Series& s : panel.series)
        values += std::string(values.empty() ? "" : ", ") + (s.*flag ? "1" : "0");
    return fmt::format("array {}[{}] = [{}]\n", name, panel.series.size(), values);
}

}  // namespace

bool Panel::full_scale() const {
    return drawable() && absent.empty() && std::none_of(series.begin(), series.end(), [](const Series& s) {
               return s.fewer_rounds || s.stand_in;
           });
}

Figure fill_figure(const FigureSpec& spec, const std::string& paper, const RunSet& runs, bool with_timings) {
    Figure figure;
    figure.spec = &spec;
    if (!spec.not_obtainable.empty()) return figure;
    const std::vector<PanelSpec> panels = spec.panels.empty() ? std::vector<PanelSpec>(1) : spec.panels;
    const std::vector<std::string> axes = spec.x.empty() ? std::vector<std::string>{"x"} : spec.x;
    for (const PanelSpec& panel : panels)
        for (const std::string& x : axes)
            figure.panels.push_back(fill_panel(spec, panel, paper, runs, x, with_timings));
    return figure;
}

std::string panel_data(const Panel& panel) {
    std::string text;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        if (i > 0) text += "\n\n";
        text += one_line(fmt::format("# {}: {} | {} | low | high", panel.series[i].label, panel.x_label,
                                     panel.y_label)) +
                "\n";
        for (const Point& p : panel.series[i].points)
            text += std::isnan(p.low) ? fmt::format("{:.8g} {:.8g} NaN NaN\n", p.x, p.y)
                                      : fmt::format("{:.8g} {:.8g} {:.8g} {:.8g}\n", p.x, p.y, p.low, p.high);
    }
    return text;
}

std::string panel_script(const Panel& panel) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Series& s : panel.series)
        for (const Point& p : s.points)
            lowest = std::min(lowest, p.y);
    std::string labels;
    for (const Series& s : panel.series) {
        std::string label = s.label;
        if (s.fewer_rounds) label += fmt::format(" (T={})", s.rounds);
        if (s.stand_in) label += " (stand-in)";
        labels += (labels.empty() ? "" : ", ") + gnuplot_string(label);
    }
    std::string text = "# Draws " + panel.name + ".svg, .png and .pdf: gnuplot " + panel.name + ".gp\n";
    text += "name = " + gnuplot_string(panel.name) + "\n";
    text += "plot_title = " + gnuplot_string(panel.title) + "\n";
    text += "x_label = " + gnuplot_string(panel.x_label) + "\n";
    text += "y_label = " + gnuplot_string(panel.y_label) + "\n";
    text += "log_axes = " + gnuplot_string(panel.log) + "\n";
    text += fmt::format("array labels[{}] = [{}]\n", panel.series.size(), labels);
    if (panel.line) {
        text += fmt::format("line_y = {:.8g}\n", *panel.line);
        text += "line_label = " + gnuplot_string(panel.line_label) + "\n";
        // The first rounds' errors would flatten everything near the line.
        text += fmt::format("y_max = {:.8g}\n", 3 * *panel.line);
        text += fmt::format("y_min = {:.8g}\n", panel.log.find('y') == std::string::npos ? 0 : lowest * 0.9);
    }
    if (panel.y_top && lowest > 0) {
        text += fmt::format("y_max = {:.8g}\n", *panel.y_top * lowest);
        text += fmt::format("y_min = {:.8g}\n", lowest * 0.95);
    }
    text += fmt::format("intervals = {}\n", panel.intervals ? 1 : 0);
    const auto any = [&panel](bool Series::*flag) {
        return std::any_of(panel.series.begin(), panel.series.end(),
                           [flag](const Series& s) { return s.*flag; });
    };
    if (any(&Series::second_axis)) {
        text += "y2_label = " + gnuplot_string(panel.y2_label) + "\n" +
                flags("second_axis", panel, &Series::second_axis);
    }
    if (std::any_of(panel.series.begin(), panel.series.end(), [](const Series& s) { return s.style > 0; }))
        text += styles(panel);
    if (any(&Series::marks_only)) text += flags("marks_only", panel, &Series::marks_only);
    return text + "load \"" + panel.kind + ".gp\"\n";
}

}  // namespace reboost::report
