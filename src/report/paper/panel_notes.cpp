#include "report/paper/panel_notes.hpp"

#include "core/text.hpp"
#include "report/paper/frame.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace {

void append(std::string& text, const std::string& more, const char* between) {
    if (!more.empty()) text += (text.empty() ? "" : between) + more;
}

/// "3", "2 to 5".
std::string count_text(const Series& series) {
    return series.fewest == series.most ? std::to_string(series.most)
                                        : fmt::format("{} to {}", series.fewest, series.most);
}

/// What each point is the mean of, most first: "n = 3 seeds.", "n = 3 seeds (A, B), 1 (C).", "One run a
/// curve.".
std::string replicates_note(const Panel& panel) {
    std::map<std::pair<std::size_t, std::size_t>, const Series*, std::greater<>> counts;
    for (const Series& series : panel.series)
        if (series.most > 0) counts.emplace(std::pair(series.most, series.fewest), &series);
    if (counts.empty()) return "";
    if (counts.begin()->first.first == 1)
        return panel.kind == "curves" ? "One run a curve." : "One run a point.";
    std::string text;
    for (const auto& [count, first] : counts) {
        append(text, count_text(*first), ", ");
        if (first == counts.begin()->second) text += " " + first->replicates;
        if (counts.size() == 1) break;
        std::string labels;
        for (const Series& series : panel.series)
            if (std::pair(series.most, series.fewest) == count) append(labels, series.label, ", ");
        text += " (" + labels + ")";
    }
    return "n = " + text + ".";
}

std::string spreads_note(const Panel& panel) {
    const auto any = [&](Spread spread) {
        return std::ranges::any_of(panel.series, [&](const Series& s) { return s.spread == spread; });
    };
    std::string notes;
    if (any(Spread::bars)) append(notes, "Bars: 95% intervals.", " ");
    if (any(Spread::interval)) append(notes, "Bands: 95% intervals.", " ");
    if (any(Spread::range)) append(notes, "Bands: from the least to the greatest.", " ");
    return notes;
}

/// Whether a band reaches below what a logarithmic axis can show.
bool band_is_cut(const Panel& panel) {
    return panel.logarithmic('y') && std::ranges::any_of(panel.series, [](const Series& series) {
               return std::ranges::any_of(series.points, [](const Point& point) { return point.low <= 0; });
           });
}

/// Where values lie above or below what the vertical axis shows.
std::string cut_note(const Panel& panel) {
    if (!panel.charted()) return "";
    const Frame frame = frame_of(panel);
    double least = kNoValue, greatest = kNoValue;
    for (const Series& series : panel.series) {
        const Range& shown = series.second_axis ? frame.y2 : frame.y;
        for (const Point& point : series.points) {
            if (panel.logarithmic('y') && point.y <= 0) continue;  // gap_note tells of them
            if (point.y > shown.high) greatest = std::fmax(greatest, point.y);
            if (point.y < shown.low) least = std::fmin(least, point.y);
        }
    }
    std::string reach;
    if (!std::isnan(least)) append(reach, fmt::format("down to {:.3g}", least), " and ");
    if (!std::isnan(greatest)) append(reach, fmt::format("up to {:.3g}", greatest), " and ");
    return reach.empty() ? "" : "Values outside the vertical axis reach " + reach + ".";
}

}  // namespace

std::string gap_note(const Panel& panel) {
    std::string names;
    std::ptrdiff_t count = 0;
    for (const Series& series : panel.series) {
        const auto lost = std::ranges::count_if(series.points, [&](const Point& point) {
            return (panel.logarithmic('y') && point.y <= 0) || (panel.logarithmic('x') && point.x <= 0);
        });
        if (lost > 0) append(names, series.label, ", ");
        count += lost;
    }
    if (count == 0) return "";
    return fmt::format("{}: {} at or below 0 {} no place on the logarithmic axis.", names,
                       counted(count, "point"), count == 1 ? "has" : "have");
}

std::string panel_notes(const Panel& panel) {
    std::string notes = replicates_note(panel);
    append(notes, spreads_note(panel), " ");
    if (band_is_cut(panel)) append(notes, "Bands that reach 0 or less end at the axis.", " ");
    append(notes, cut_note(panel), " ");
    append(notes, gap_note(panel), " ");
    return notes;
}

}  // namespace reboost::report
