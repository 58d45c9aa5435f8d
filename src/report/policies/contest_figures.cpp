#include "report/policies/contest_figures.hpp"

#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "statistics/intervals.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kShown = 7;  ///< methods in a figure
constexpr int kBandPoints = 60;    ///< of a curve

Panel panel_named(const Contest& contest, const std::string& name, const char* kind) {
    Panel panel;
    panel.name = file_slug(contest.spec->id + "-" + name);
    panel.kind = kind;
    return panel;
}

const std::vector<Comparison>& first_of(const Verdicts& verdicts) {
    return verdicts.random.empty() ? verdicts.baseline : verdicts.random;
}

/// Those with a ratio, the least first.
std::vector<const Comparison*> by_cost(const std::vector<Comparison>& all) {
    std::vector<const Comparison*> ordered;
    for (const Comparison& one : all)
        if (!std::isnan(one.cost.interval.estimate)) ordered.push_back(&one);
    std::ranges::stable_sort(ordered, {}, [](const Comparison* one) { return one->cost.interval.estimate; });
    return ordered;
}

/// Ratios with their intervals and, thinner, what is predicted of a new set.
Panel forest_panel(const Contest& contest, const Verdicts& verdicts) {
    Panel panel = panel_named(contest, std::string("forest-") + cost_id(verdicts.cost), "forest");
    const std::vector<const Comparison*> ordered = by_cost(first_of(verdicts));
    if (ordered.empty()) return panel;
    panel.title = contest.spec->label;
    panel.x_label = fmt::format("{} to the targets, against {}", cost_name(verdicts.cost),
                                contest.name(ordered.front()->other));
    panel.log = "x";
    for (const Comparison* one : ordered) {
        Series series;
        series.label = contest.name(one->row);
        series.style = one->side() == Side::undecided ? 1 : 2;
        const auto place = static_cast<double>(panel.series.size() + 1);
        const statistics::Interval &own = one->cost.interval, &next = one->cost.next_set;
        const bool predicted = !std::isnan(next.low);
        series.points.push_back({own.estimate, place, own.low, own.high});
        series.points.push_back(
            {own.estimate, place, predicted ? next.low : own.low, predicted ? next.high : own.high});
        panel.series.push_back(std::move(series));
    }
    return panel;
}

/// The style: 1 for the baseline, 2 for the target, the others by their place among the methods shown, so
/// that a method looks the same in all panels.
Series series_of(const Contest& contest, std::size_t row, const std::vector<std::size_t>& shown) {
    std::vector<std::size_t> order{contest.baseline, contest.target};
    order.insert(order.end(), shown.begin(), shown.end());
    Series series;
    series.label = contest.name(row);
    series.style = 1;
    for (auto it = order.begin(); *it != row; ++it)
        series.style += std::find(order.begin(), it, *it) == it;
    return series;
}

/// Mean and interval over the splits at log-spaced amounts of work; an interval of one split has no width.
/// Only baseline and target show theirs: seven bands would hide each other.
Series mean_error(const Contest& contest, std::size_t row, const std::vector<std::size_t>& shown,
                  std::size_t column) {
    Series series = series_of(contest, row, shown);
    const auto& replicates = contest.entries[row][column].replicates;
    series.count(replicates.size());
    series.replicates = "splits";
    if (replicates.size() > 1 && (row == contest.baseline || row == contest.target))
        series.spread = Spread::interval;
    double first = 0, last = std::numeric_limits<double>::infinity();
    for (const auto& replicate : replicates)
        for (const Path& path : replicate.second) {
            // A constant column has no stored values: scanning it is no work, and 0 has no place on the axis.
            const auto positive = std::ranges::find_if(path.work, [](double spent) { return spent > 0; });
            if (positive != path.work.end()) first = std::max(first, *positive);
            last = std::min(last, path.end(Cost::work));
        }
    for (int i = 0; i <= kBandPoints && first > 0 && last >= first; ++i) {
        const double x = first * std::pow(last / first, static_cast<double>(i) / kBandPoints);
        std::vector<double> errors;
        for (const auto& replicate : replicates) {
            double sum = 0;
            for (const Path& path : replicate.second)
                sum += path.error_at(Cost::work, x * (1 + 1e-12));
            errors.push_back(100 * sum / static_cast<double>(replicate.second.size()));
        }
        const double mean = statistics::mean(errors);
        const double half =
            errors.size() < 2 ? 0 : statistics::half_interval({sample_sd(errors), errors.size()});
        series.points.push_back({x, mean, mean - half, mean + half});
    }
    return series;
}

}  // namespace

ContestFigure forest_figure(const Contest& contest, const Verdicts& verdicts) {
    ContestFigure figure{std::string("forest-") + cost_id(verdicts.cost), {}};
    if (Panel forest = forest_panel(contest, verdicts); !forest.series.empty())
        figure.panels.push_back(std::move(forest));
    return figure;
}

ContestFigure curves_figure(const Contest& contest, const Verdicts& verdicts) {
    ContestFigure figure{"curves", {}};
    const std::vector<std::size_t> rows = rows_shown(contest, verdicts);
    for (const std::size_t column : contest.columns_of({contest.baseline})) {
        Panel panel = panel_named(contest, fmt::format("curves-{}", column + 1), "measures");
        panel.title = contest.spec->columns[column].label;
        panel.x_label = "work (stored feature values scanned)";
        panel.y_label = "smoothed test error (%)";
        panel.log = "xy";
        for (const std::size_t row : rows)
            if (Series series = mean_error(contest, row, rows, column); !series.points.empty())
                panel.series.push_back(std::move(series));
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts) {
    std::vector<std::size_t> shown{contest.baseline};
    const auto show = [&](std::size_t row) {
        if (shown.size() < kShown && contest.present(row) && std::ranges::count(shown, row) == 0)
            shown.push_back(row);
    };
    show(contest.target);
    if (contest.yardstick) show(*contest.yardstick);
    for (const Comparison* one : by_cost(first_of(verdicts)))
        show(one->row);
    std::ranges::sort(shown);
    return shown;
}

}  // namespace reboost::report
