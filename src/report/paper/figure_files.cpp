#include "report/paper/figure_files.hpp"

#include "report/measures/escape.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// "array name[3] = [1, 2, 9]"
template <typename Of>
std::string array(const std::string& name, const Panel& panel, Of of) {
    std::string values;
    for (std::size_t i = 0; i < panel.series.size(); ++i)
        values += (i == 0 ? "" : ", ") + of(panel.series[i], i);
    return fmt::format("array {}[{}] = [{}]\n", name, panel.series.size(), values);
}

std::int64_t style_of(const Series& series, std::size_t place) {
    return series.style > 0 ? series.style : static_cast<std::int64_t>(place + 1);
}

bool all_stand_in(const Panel& panel) {
    return std::ranges::all_of(panel.series, [](const Series& series) { return series.stand_in; });
}

/// "T=100", "T=100 to 200".
std::string rounds_text(const Series& series) {
    return series.most_rounds > series.rounds ? fmt::format("T={} to {}", series.rounds, series.most_rounds)
                                              : fmt::format("T={}", series.rounds);
}

/// Whether all have fewer rounds than the paper, and as many.
bool all_as_short(const Panel& panel) {
    return !panel.series.empty() && std::ranges::all_of(panel.series, [&](const Series& series) {
        return series.fewer_rounds && rounds_text(series) == rounds_text(panel.series.front());
    });
}

/// What the series has that not all have: what all have stands in the title.
std::string series_label(const Panel& panel, const Series& series) {
    std::string label = series.label;
    if (series.fewer_rounds && !all_as_short(panel)) label += " (" + rounds_text(series) + ")";
    if (series.stand_in && !all_stand_in(panel)) label += " (stand-in)";
    return label;
}

std::string full_title(const Panel& panel) {
    std::string marks;
    if (all_as_short(panel)) marks = rounds_text(panel.series.front());
    if (all_stand_in(panel)) marks += marks.empty() ? "stand-in data" : ", stand-in data";
    if (marks.empty() || panel.title.empty()) return panel.title + marks;
    return panel.title + " (" + marks + ")";
}

/// Short labels of many series stand beside the axes, others above. What a panel adds to its labels does not
/// count, so that a figure's panels are alike.
const char* key_place(const Panel& panel) {
    const bool is_short =
        std::ranges::all_of(panel.series, [](const Series& s) { return s.label.size() <= 14; });
    return is_short && panel.series.size() > 4 ? "right" : "above";
}

std::string range_lines(const std::string& axis, const Range& range) {
    if (range.empty()) return "";
    return fmt::format("{0}_min = {1:.8g}\n{0}_max = {2:.8g}\n", axis, range.low, range.high);
}

std::string tick_lines(const std::string& axis, const Range& range) {
    const std::vector<double> places = log_ticks(range);
    const std::vector<std::string> labels = tick_labels(places);
    std::string ticks;
    for (std::size_t i = 0; i < places.size(); ++i)
        ticks += fmt::format("{}\"{}\" {:g}", i == 0 ? "" : ", ", labels[i], places[i]);
    return ticks.empty() ? "" : axis + "_ticks = '(" + ticks + ")'\n";
}

/// Where a logarithmic axis has no place for a band's lower end, the end of the axis.
double lower_end(const Panel& panel, const Frame& frame, const Point& point) {
    const bool none = panel.logarithmic('y') && point.low <= 0;
    return none ? frame.y.low : point.low;
}

const char* spread_name(Spread spread) {
    return spread == Spread::none ? "" : spread == Spread::bars ? "bars" : "band";
}

std::string number(double value) {
    return std::isfinite(value) ? fmt::format("{:.7g}", value) : "null";
}

template <typename Of>
std::string numbers(const Series& series, Of of) {
    std::string list;
    for (const Point& point : series.points)
        list += (list.empty() ? "" : ",") + number(of(point));
    return "[" + list + "]";
}

std::string text(const std::string& name, const std::string& value) {
    return "\"" + name + "\":" + script_json(value) + ",";
}

std::string range(const std::string& name, const Range& range) {
    return "\"" + name + "\":[" + number(range.low) + "," + number(range.high) + "],";
}

}  // namespace

std::string panel_data(const Panel& panel) {
    const Frame frame = frame_of(panel);
    std::string data;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        if (i > 0) data += "\n\n";
        data += one_line(fmt::format("# {}: {} | {} | low | high", panel.series[i].label, panel.x_label,
                                     panel.y_label)) +
                "\n";
        for (const Point& p : panel.series[i].points)
            data += std::isnan(p.low) ? fmt::format("{:.8g} {:.8g} NaN NaN\n", p.x, p.y)
                                      : fmt::format("{:.8g} {:.8g} {:.8g} {:.8g}\n", p.x, p.y,
                                                    lower_end(panel, frame, p), p.high);
    }
    return data;
}

std::string panel_script(const Panel& panel) {
    const Frame frame = frame_of(panel);
    std::string script = "# Draws " + panel.name + ".svg, .png and .pdf: gnuplot " + panel.name + ".gp\n";
    script += "reset session\nname = " + gnuplot_string(panel.name) + "\n";
    script += "plot_title = " + gnuplot_string(full_title(panel)) + "\n";
    script += "x_label = " + gnuplot_string(panel.x_label) + "\n";
    script += "y_label = " + gnuplot_string(panel.y_label) + "\n";
    script += "log_axes = " + gnuplot_string(panel.log) + "\n";
    script += array("labels", panel, [&](const Series& series, std::size_t) {
        return gnuplot_string(series_label(panel, series));
    });
    if (panel.line) {
        script += fmt::format("line_y = {:.8g}\n", *panel.line);
        script += "line_label = " + gnuplot_string(panel.line_label) + "\n";
    }
    if (!std::isnan(panel.colour_top)) script += fmt::format("colour_top = {:.8g}\n", panel.colour_top);
    script += range_lines("x", frame.x) + range_lines("y", frame.y) + range_lines("y2", frame.y2);
    if (panel.logarithmic('x')) script += tick_lines("x", frame.x);
    if (panel.logarithmic('y')) script += tick_lines("y", frame.y);
    if (panel.has_second_axis())
        script += "y2_label = " + gnuplot_string(panel.y2_label) + "\n" +
                  array("second_axis", panel,
                        [](const Series& s, std::size_t) { return std::string(s.second_axis ? "1" : "0"); });
    script += array("styles", panel,
                    [](const Series& s, std::size_t place) { return std::to_string(style_of(s, place)); });
    script += array("spreads", panel, [](const Series& s, std::size_t) {
        return "'" + std::string(spread_name(s.spread)) + "'";
    });
    // About a dozen marks on a line; not the same number, so that they do not meet.
    script += array("marks", panel, [](const Series& s, std::size_t place) {
        return s.marked ? std::to_string(1 + s.points.size() / (16 - std::min<std::size_t>(place, 9)))
                        : std::string("-1");
    });
    script += "key_place = '" + std::string(key_place(panel)) + "'\n";
    script += fmt::format("height = {}\n", panel.height());
    return script + "load \"" + panel.kind + ".gp\"\n";
}

std::string panel_json(const Panel& panel) {
    const Frame frame = frame_of(panel);
    std::string series;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        const Series& s = panel.series[i];
        series +=
            (i == 0 ? "\n{" : ",\n{") + text("label", series_label(panel, s)) +
            text("spread", spread_name(s.spread)) +
            fmt::format("\"style\":{},\"right\":{},\"marked\":{},", style_of(s, i), s.second_axis, s.marked) +
            "\"x\":" + numbers(s, [](const Point& p) { return p.x; }) +
            ",\"y\":" + numbers(s, [](const Point& p) { return p.y; });
        // Elsewhere the third and fourth columns are ends, shares or ratios.
        if (s.spread != Spread::none || !panel.has_lines())
            series += ",\"low\":" + numbers(s, [&](const Point& p) { return lower_end(panel, frame, p); }) +
                      ",\"high\":" + numbers(s, [](const Point& p) { return p.high; });
        series += "}";
    }
    return "{" + text("kind", panel.kind) + text("title", full_title(panel)) + text("xLabel", panel.x_label) +
           text("yLabel", panel.y_label) + text("y2Label", panel.y2_label) + text("log", panel.log) +
           range("x", frame.x) + range("y", frame.y) + (frame.y2.empty() ? "" : range("y2", frame.y2)) +
           (std::isnan(panel.colour_top) ? "" : "\"colourTop\":" + number(panel.colour_top) + ",") +
           (panel.line ? "\"line\":" + number(*panel.line) + "," + text("lineLabel", panel.line_label) : "") +
           "\"series\":[" + series + "]}";
}

std::string panel_chart(const Panel& panel) {
    return "reboostFigure(" + script_json(panel.name) + "," + panel_json(panel) + ");\n";
}

}  // namespace reboost::report
