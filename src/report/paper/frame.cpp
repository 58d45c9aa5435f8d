#include "report/paper/figure_files.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

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
    const bool flat = span <= 1e-6 * std::abs(range.high);  // curves that roundings alone tell apart
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
            // An interval may reach far below the mean on a logarithmic axis, where it says little.
            const bool low = spread && !(log_axis && series.spread == Spread::interval);
            for (const double value : {point.y, low ? point.low : point.y, spread ? point.high : point.y})
                if (!log_axis || value > 0) include(range, value);
        }
    }
    if (std::isnan(range.low)) return second ? Range{} : with_room(range, log_axis);
    if (panel.line && !second && (!log_axis || *panel.line > 0)) {
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
    const bool log_axis = panel.logarithmic('x');
    const bool curves = std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
        return series.marked && series.points.size() > 1;
    });
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

namespace {

/// Multiples of 1, 2 or 5 times a power of ten, three to seven of them.
std::vector<double> linear_ticks(const Range& range) {
    const double span = range.high - range.low, unit = std::pow(10.0, std::floor(std::log10(span)) - 1);
    for (const int factor : {2, 5, 10, 20, 50}) {
        const double step = factor * unit;
        if (span / step > 6) continue;
        std::vector<double> ticks;
        for (double k = std::ceil(range.low / step); k * step <= range.high; ++k)
            ticks.push_back(k * step);
        return ticks;
    }
    return {range.low, range.high};
}

bool is_power_of_ten(double value) {
    const double exponent = std::log10(value);
    return std::abs(exponent - std::round(exponent)) < 1e-9;
}

}  // namespace

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

}  // namespace reboost::report
