#include "report/pages/figure_files.hpp"

#include "core/fields.hpp"
#include "core/mapped.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

void include(Range& range, double value) {
    range.low = std::fmin(range.low, value);
    range.high = std::fmax(range.high, value);
}

/// Widens the range, so that no mark lies on the frame; does not extend a range ≥ 0 below 0.
Range with_room(Range range, bool log_axis) {
    if (std::isnan(range.low)) return {0.5, 2};
    if (log_axis) {
        const double room = std::max(1.03, std::pow(range.high / range.low, 0.02));
        return {range.low / room, range.high * room};
    }
    const double span = range.high - range.low;
    const bool flat = span <= 1e-6 * std::abs(range.high);  // the curves differ by rounding errors only
    const double room = !flat ? 0.03 * span : std::max(0.03 * std::abs(range.high), 1e-9);
    return {range.low >= 0 ? std::max(0.0, range.low - room) : range.low - room, range.high + room};
}

Range y_range(const Panel& panel, bool second) {
    const bool log_axis = panel.logarithmic('y');
    Range range;
    for (const Series& series : panel.series) {
        if (series.second_axis != second) continue;
        for (const Point& point : series.points) {
            if (panel.fit_from && point.x < *panel.fit_from) continue;
            const bool spread = series.spread != Spread::none;
            // On a logarithmic axis, an interval may reach far below the mean, where it means little.
            const bool low = spread && !(log_axis && series.spread == Spread::interval);
            for (const double value : {point.y, low ? point.low : point.y, spread ? point.high : point.y})
                if (!log_axis || value > 0) include(range, value);
        }
    }
    if (std::isnan(range.low)) return second ? Range{} : with_room(range, log_axis);
    if (panel.line && !second && (!log_axis || *panel.line > 0)) {
        include(range, *panel.line);
        // The errors of the first rounds would flatten the curves near the line.
        range.high = std::min(range.high, 3 * *panel.line);
    }
    if (panel.y_top && range.low > 0) range.high = std::min(range.high, *panel.y_top * range.low);
    Range shown = with_room(range, log_axis);
    const std::string& label = second ? panel.y2_label : panel.y_label;
    const bool percent = label.find("error") != std::string::npos && label.find('%') != std::string::npos;
    if (percent && range.high <= 100) shown.high = std::min(shown.high, 100.0);
    return shown;
}

/// Returns the x at which curves are visible, from first to last. Levels are drawn for all x, so they do not
/// count beside curves.
Range x_range(const Panel& panel, const Frame& frame) {
    const bool log_axis = panel.logarithmic('x');
    const bool curves = std::ranges::any_of(
        panel.series, [](const Series& series) { return series.marked && series.points.size() > 1; });
    Range range;
    for (const Series& series : panel.series) {
        if (curves && !series.marked) continue;
        const Range& y = series.second_axis ? frame.y2 : frame.y;
        for (const Point& point : series.points)
            if (point.y >= y.low && point.y <= y.high && (!log_axis || point.x > 0)) include(range, point.x);
    }
    return with_room(range, log_axis);
}

/// Returns multiples of 1, 2 or 5 times a power of ten, three to seven of them.
std::vector<double> linear_ticks(const Range& range) {
    const double span = range.high - range.low, unit = std::pow(10.0, std::floor(std::log10(span)) - 1);
    double step = 2 * unit;
    for (const int factor : {5, 10, 20})
        if (span / step > 6) step = factor * unit;
    std::vector<double> ticks;
    for (double k = std::ceil(range.low / step); k * step <= range.high; ++k)
        ticks.push_back(k * step);
    return ticks;
}

bool is_power_of_ten(double value) {
    return std::abs(std::log10(value) - std::round(std::log10(value))) < 1e-9;
}

std::int64_t style_of(const Series& series, std::size_t place) {
    return series.style > 0 ? series.style : static_cast<std::int64_t>(place + 1);
}

bool all_stand_in(const Panel& panel) {
    return std::ranges::all_of(panel.series, &Series::stand_in);
}

/// Returns "T=100" or "T=100 to 200".
std::string rounds_text(const Series& series) {
    return series.most_rounds > series.rounds ? fmt::format("T={} to {}", series.rounds, series.most_rounds)
                                              : fmt::format("T={}", series.rounds);
}

/// Whether all series have fewer rounds than the paper, and the same number.
bool all_as_short(const Panel& panel) {
    return !panel.series.empty() && std::ranges::all_of(panel.series, [&](const Series& series) {
        return series.fewer_rounds && rounds_text(series) == rounds_text(panel.series.front());
    });
}

/// Returns the label with remarks that do not hold for all series; common remarks are in the title.
std::string series_label(const Panel& panel, const Series& series) {
    std::string label = series.label;
    if (series.fewer_rounds && !all_as_short(panel)) label += " (" + rounds_text(series) + ")";
    if (series.stand_in && !all_stand_in(panel)) label += " (stand-in)";
    return label;
}

std::string full_title(const Panel& panel) {
    std::vector<std::string> marks;
    if (all_as_short(panel)) marks.push_back(rounds_text(panel.series.front()));
    if (all_stand_in(panel)) marks.emplace_back("stand-in data");
    const std::string text = fmt::format("{}", fmt::join(marks, ", "));
    return text.empty() || panel.title.empty() ? panel.title + text : panel.title + " (" + text + ")";
}

/// Short labels of many series are placed beside the axes, others above. Remarks added to the labels do not
/// count, so that all panels of a figure look alike.
const char* key_place(const Panel& panel) {
    const bool is_short =
        std::ranges::all_of(panel.series, [](const Series& s) { return s.label.size() <= 14; });
    return is_short && panel.series.size() > 4 ? "right" : "above";
}

std::string tick_text(const Range& range) {
    const std::vector<double> places = log_ticks(range);
    const std::vector<std::string> labels = tick_labels(places);
    std::string ticks;
    for (std::size_t i = 0; i < places.size(); ++i)
        ticks += fmt::format("{}\"{}\" {:g}", i == 0 ? "" : ", ", labels[i], places[i]);
    return ticks;
}

/// Returns a band's lower end; the end of the axis if it is ≤ 0 and the axis is logarithmic.
double lower_end(const Panel& panel, const Frame& frame, const Point& point) {
    return panel.logarithmic('y') && point.low <= 0 ? frame.y.low : point.low;
}

const char* drawn_spread(Spread spread) {
    return spread == Spread::none ? "" : spread == Spread::bars ? "bars" : "band";
}

/// Returns "1,2,null".
std::string numbers(const std::vector<double>& values) {
    const auto text = [](double value) {
        return std::isfinite(value) ? fmt::format("{:.7g}", value) : "null";
    };
    return fmt::format("{}", fmt::join(mapped(values, text), ","));
}

Value range_json(const Range& range) {
    return range.empty() ? Value() : object_of(key("low", range.low), key("high", range.high));
}

/// Returns the data with which the templates panel.gp and panel.json are filled.
Value drawing_of(const Panel& panel) {
    const Frame frame = frame_of(panel);
    Value series = Value::list();
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        const Series& s = panel.series[i];
        Value one = object_of(
            key("label", series_label(panel, s)), key("spread", drawn_spread(s.spread)),
            key("style", style_of(s, i)), key("right", s.second_axis), key("marked", s.marked),
            // About a dozen marks on a line; the number differs by series: marks do not meet.
            key("marks",
                s.marked ? Value(1 + s.points.size() / (16 - std::min<std::size_t>(i, 9))) : Value(-1)),
            key("x", numbers(mapped(s.points, &Point::x))), key("y", numbers(mapped(s.points, &Point::y))));
        // In panels without lines, the third and fourth columns are ends, shares or ratios.
        const auto low = [&](const Point& point) { return lower_end(panel, frame, point); };
        if (s.spread != Spread::none || !panel.has_lines())
            add_members(one, key("low", numbers(mapped(s.points, low))),
                        key("high", numbers(mapped(s.points, &Point::high))));
        series.push(std::move(one));
    }
    return object_of(
        key("name", panel.name), key("kind", panel.kind), key("title", full_title(panel)),
        key("x_label", panel.x_label), key("y_label", panel.y_label), key("y2_label", panel.y2_label),
        key("log", panel.log), some("line", panel.line), key("line_label", panel.line_label),
        some("colour_top", panel.colour_top), key("x", range_json(frame.x)), key("y", range_json(frame.y)),
        key("y2", range_json(frame.y2)), some("x_ticks", panel.logarithmic('x') ? tick_text(frame.x) : ""),
        some("y_ticks", panel.logarithmic('y') ? tick_text(frame.y) : ""),
        key("second_axis", panel.has_second_axis()), key("key_place", key_place(panel)),
        key("height", panel.height()), key("series", std::move(series)));
}

/// Returns one block per series, separated by two empty lines, with columns x y low high.
std::string data_of(const Panel& panel) {
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

// Numbers for report.json

Value point_json(const Point& point) {
    Value values = Value::list();
    for (const double number : {point.x, point.y, point.low, point.high})
        values.push(number_json(number));
    while (values.as_list().size() > 2 && values.as_list().back().is_null())
        values.as_list().pop_back();
    return values;
}

Value series_json(const Series& series) {
    return object_of(key("label", series.label), key("spread", enum_name(series.spread)),
                     some("rounds", series.rounds), some("most_rounds", series.most_rounds),
                     some("fewest_n", series.fewest), some("most_n", series.most),
                     some("of", series.replicates), some("fewer_rounds", series.fewer_rounds),
                     some("stand_in", series.stand_in), some("second_axis", series.second_axis),
                     list_key("points", series.points, point_json));
}

/// Returns a series without points whose replicates are those of all series.
Series all_replicates(const Panel& panel) {
    Series all;
    for (const Series& series : panel.series) {
        if (series.most == 0) continue;
        if (series.most > all.most) all.replicates = series.replicates;
        all.count(series.fewest);
        all.count(series.most);
    }
    return all;
}

/// Sets which points and bands lie outside the axes.
void set_cuts(Value& value, const Panel& panel) {
    const Frame frame = panel.has_lines() ? frame_of(panel) : Frame();  // without a range, nothing is outside
    const bool log_x = panel.logarithmic('x'), log_y = panel.logarithmic('y');
    Value gaps = Value::list();
    bool band = false;
    double least = kNoValue, greatest = kNoValue;
    for (const Series& series : panel.series) {
        const Range& shown = series.second_axis ? frame.y2 : frame.y;
        for (const Point& point : series.points) {
            band = band || (log_y && point.low <= 0);
            if ((log_y && point.y <= 0) || (log_x && point.x <= 0))
                if (gaps.as_list().empty() || gaps.as_list().back() != Value(series.label))
                    gaps.push(series.label);
            if (log_y && point.y <= 0) continue;
            if (point.y > shown.high) greatest = std::fmax(greatest, point.y);
            if (point.y < shown.low) least = std::fmin(least, point.y);
        }
    }
    add_members(value, some("bands_cut", band),
                key("not_on_axis", gaps.as_list().empty() ? Value() : std::move(gaps)),
                some("below_axis", least), some("above_axis", greatest));
}

}  // namespace

Frame frame_of(const Panel& panel) {
    Frame frame;
    frame.y = y_range(panel, false);
    frame.y2 = y_range(panel, true);
    frame.x = x_range(panel, frame);
    return frame;
}

std::vector<double> log_ticks(const Range& range) {
    const int first = static_cast<int>(std::floor(std::log10(range.low)));
    const int last = static_cast<int>(std::ceil(std::log10(range.high)));
    const auto inside = [&](std::initializer_list<int> digits, int step) {
        std::vector<double> ticks;
        for (int e = first; e <= last; e += step)
            for (const int digit : digits)
                if (const double tick = digit * std::pow(10.0, e); tick >= range.low && tick <= range.high)
                    ticks.push_back(tick);
        return ticks;
    };
    const int step = std::max(1, (last - first) / 8);
    std::vector<double> ticks = inside({1}, step);
    if (ticks.size() >= 2) return ticks;
    ticks = inside({1, 2, 5}, 1);
    return ticks.size() < 3 ? linear_ticks(range) : ticks;
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
    const bool far = std::ranges::any_of(ticks, [](double tick) { return tick > 5000 || tick < 0.0005; });
    const bool powers = far && std::ranges::all_of(ticks, is_power_of_ten);
    std::vector<std::string> labels;
    for (const double value : ticks) {
        const double exponent = std::floor(std::log10(value) + 1e-9);
        const double digits = value / std::pow(10.0, exponent);
        if (powers || (std::abs(exponent) >= 4 && is_power_of_ten(value)))
            labels.push_back(fmt::format("10^{{{:g}}}", exponent));
        else
            labels.push_back(std::abs(exponent) < 4 ? fmt::format("{:g}", value)
                                                    : fmt::format("{:g}×10^{{{:g}}}", digits, exponent));
    }
    return labels;
}

FigureFiles::FigureFiles(const std::filesystem::path& plots)
    : script_(plots / "pages/panel.gp"), json_(plots / "pages/panel.json") {}

FigureFiles::Texts FigureFiles::texts(const Panel& panel) const {
    const Value drawing = drawing_of(panel);
    return {{".dat", data_of(panel)},
            {".gp", script_.fill(drawing)},
            {".js", "reboostFigure(" + script_json(panel.name) + "," + json_.fill(drawing) + ");\n"}};
}

std::string FigureFiles::json(const Panel& panel) const {
    return json_.fill(drawing_of(panel));
}

Value panel_numbers(const Panel& panel) {
    const Series all = all_replicates(panel);
    Value value = object_of(
        key("name", panel.name), key("title", panel.title), key("kind", panel.kind),
        some("x_label", panel.x_label), some("y_label", panel.y_label), some("y2_label", panel.y2_label),
        some("log", panel.log), some("line", panel.line), some("left_out", panel.left_out),
        some("drawable", panel.drawable()), some("drawn", panel.drawn), some("charted", panel.drawable()),
        some("of", all.replicates), some("fewest_n", all.fewest), some("most_n", all.most));
    set_cuts(value, panel);
    add_members(value, key("height", panel.height()), list_key("absent", panel.absent),
                list_key("series", panel.series, series_json));
    return value;
}

}  // namespace reboost::report
