#include "report/paper/frame.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

bool logarithmic(const Panel& panel, char axis) {
    return panel.log.find(axis) != std::string::npos;
}

void include(Range& range, double value) {
    range.low = std::fmin(range.low, value);
    range.high = std::fmax(range.high, value);
}

/// A little room at both ends, so that no mark lies on the frame; values that are never negative stay so.
Range with_room(Range range, bool log_axis) {
    if (std::isnan(range.low)) return {0.5, 2};
    if (log_axis) {
        const double room = std::max(1.03, std::pow(range.high / range.low, 0.02));
        return {range.low / room, range.high * room};
    }
    const double span = range.high - range.low;
    const double room = span > 0 ? 0.03 * span : std::max(0.03 * std::abs(range.high), 1e-9);
    return {range.low >= 0 ? std::max(0.0, range.low - room) : range.low - room, range.high + room};
}

Range y_range(const Panel& panel, bool second) {
    const bool log_axis = logarithmic(panel, 'y');
    Range range;
    for (const Series& series : panel.series) {
        if (series.second_axis != second) continue;
        for (const Point& point : series.points) {
            if (panel.fit_from && point.x < *panel.fit_from) continue;
            for (const double value : {point.y, point.low, point.high})
                if (!log_axis || value > 0) include(range, value);
        }
    }
    if (std::isnan(range.low)) return second ? Range{} : with_room(range, log_axis);
    if (panel.line && !second) {
        include(range, *panel.line);
        // The first rounds' errors would flatten everything near the line.
        range.high = std::min(range.high, 3 * *panel.line);
    }
    if (panel.y_top && range.low > 0) range.high = std::min(range.high, *panel.y_top * range.low);
    Range shown = with_room(range, log_axis);
    const std::string& label = second ? panel.y2_label : panel.y_label;
    const bool percent = label.find("error") != std::string::npos && label.find('%') != std::string::npos;
    if (percent && range.high <= 100) shown.high = std::min(shown.high, 100.0);
    return shown;
}

bool seen(const Point& point, const Range& y) {
    return point.y >= y.low && point.y <= y.high;
}

/// From where the first curve enters the picture to where the last one leaves it. Levels, which are drawn for
/// all x, say nothing about that beside curves.
Range x_range(const Panel& panel, const Frame& frame) {
    const bool log_axis = logarithmic(panel, 'x');
    const bool curves = std::any_of(panel.series.begin(), panel.series.end(),
                                    [](const Series& series) { return series.marked; });
    Range range;
    for (const Series& series : panel.series) {
        if (curves && !series.marked) continue;
        const Range& y = series.second_axis ? frame.y2 : frame.y;
        for (const Point& point : series.points)
            if (seen(point, y) && (!log_axis || point.x > 0)) include(range, point.x);
    }
    return with_room(range, log_axis);
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
    if (ticks.size() < 3) ticks = inside({1, 2, 5}, 1);
    if (ticks.size() < 3) ticks = inside({1, 2, 3, 4, 5, 6, 7, 8, 9}, 1);
    return ticks;
}

std::string tick_label(double value) {
    const double exponent = std::floor(std::log10(value) + 1e-9);
    const double digit = std::round(value / std::pow(10.0, exponent));
    if (digit == 1) return fmt::format("10^{{{:g}}}", exponent);
    return std::abs(exponent) < 4 ? fmt::format("{:g}", value)
                                  : fmt::format("{:g}×10^{{{:g}}}", digit, exponent);
}

std::string gap_note(const Panel& panel) {
    std::string names;
    std::size_t count = 0;
    for (const Series& series : panel.series) {
        const auto lost = std::count_if(series.points.begin(), series.points.end(), [&](const Point& p) {
            return (logarithmic(panel, 'y') && p.y <= 0) || (logarithmic(panel, 'x') && p.x <= 0);
        });
        if (lost == 0) continue;
        names += (names.empty() ? "" : ", ") + series.label;
        count += static_cast<std::size_t>(lost);
    }
    if (count == 0) return "";
    return fmt::format("{}: {} at or below 0 {} no place on the logarithmic axis.", names,
                       count == 1 ? "1 point" : std::to_string(count) + " points",
                       count == 1 ? "has" : "have");
}

}  // namespace reboost::report
