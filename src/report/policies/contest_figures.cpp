#include "report/policies/contest_figures.hpp"

#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/policies/grids.hpp"
#include "report/policies/ranks.hpp"
#include "statistics/p_text.hpp"
#include "statistics/too_few_sets.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kShown = 7;
constexpr int kTargets = 20;         ///< of each data set
constexpr int kRestarts = 50;        ///< simulated runs for each method, data set and target
constexpr int kProfilePoints = 120;  ///< of a profile
constexpr int kBandPoints = 60;      ///< of a curve
constexpr std::size_t kBandDraws = 1000;

Panel panel_named(const Contest& contest, const std::string& name, const char* kind) {
    Panel panel;
    panel.name = file_slug(contest.spec->id + "-" + name);
    panel.kind = kind;
    return panel;
}

/// The style: 1 for the baseline, 2 for the target, the others by their place among the methods shown, so
/// that a method looks the same in all panels.
Series series_of(const Contest& contest, std::size_t row, const std::vector<std::size_t>& shown) {
    std::vector<std::size_t> order{contest.baseline, contest.target};
    order.insert(order.end(), shown.begin(), shown.end());
    Series series;
    series.label = contest.spec->rows[row].label;
    series.style = 1;
    for (auto it = order.begin(); *it != row; ++it)
        series.style += std::find(order.begin(), it, *it) == it;
    return series;
}

/// The work of one round of full search, on the mean over the splits; without such a row that of the target
/// row.
double full_scan(const Contest& contest, std::size_t column) {
    double sum = 0, count = 0;
    for (const auto& replicate : contest.entries[contest.target][column].replicates)
        for (const Path& path : replicate.second) {
            sum += path.work.front() / path.round.front();
            ++count;
        }
    return count > 0 ? sum / count : 1;
}

/// Errors from the worst that any method starts with to the best that any reaches.
std::vector<double> targets_of(const Contest& contest, std::size_t column) {
    double worst = 0, best = std::numeric_limits<double>::infinity();
    for (const auto& row : contest.entries)
        for (const auto& replicate : row[column].replicates)
            for (const Path& path : replicate.second) {
                worst = std::max(worst, path.error.front());
                best = std::min(best, std::ranges::min(path.error));
            }
    std::vector<double> targets;
    best = std::max(best, 1e-4);  // an error of 0 has no logarithm
    for (int i = 1; i < kTargets && worst > best; ++i)
        targets.push_back(worst * std::pow(best / worst, static_cast<double>(i) / kTargets));
    if (worst > best) targets.push_back(best);  // to the last bit
    return targets;
}

/// Simulated costs of reaching each target on each data set; infinite where a method never does.
std::vector<double> simulated_costs(const Contest& contest, std::size_t row, Cost cost,
                                    const std::vector<std::size_t>& columns) {
    Rng rng(1, "profile");
    std::vector<double> costs;
    for (const std::size_t column : columns) {
        const double unit = cost == Cost::work ? full_scan(contest, column) : 1;
        for (const double target : targets_of(contest, column)) {
            std::vector<statistics::Attempt> attempts;
            for (const auto& replicate : contest.entries[row][column].replicates)
                attempts.push_back(contest.attempt(row, column, replicate.first, cost, target));
            for (int i = 0; i < kRestarts; ++i)
                costs.push_back(statistics::restarted_cost(attempts, rng) / unit);
        }
    }
    std::ranges::sort(costs);
    return costs;
}

Panel profile_panel(const Contest& contest, Cost cost, const std::vector<std::size_t>& columns) {
    const std::string name = cost_id(cost);
    Panel panel = panel_named(contest, "profile-" + name, "curves");
    panel.title = fmt::format("{}: {} to target", contest.spec->label, name);
    panel.x_label = cost == Cost::work ? "work / a round of " + contest.spec->rows[contest.target].label
                                       : cost_name(cost);
    panel.y_label = "share of (set, target) pairs reached";
    panel.log = "x";
    const std::vector<std::size_t> shown = rows_shown(contest);
    for (const std::size_t row : shown) {
        const std::vector<double> costs = simulated_costs(contest, row, cost, columns);
        Series series = series_of(contest, row, shown);
        const auto finite = std::ranges::lower_bound(costs, std::numeric_limits<double>::infinity());
        const auto positive =
            std::ranges::upper_bound(costs, 0.0);  // what costs nothing is reached from the start
        if (positive >= finite) continue;
        const double low = std::log(*positive), high = std::log(*(finite - 1));
        for (int i = 0; i <= kProfilePoints; ++i) {
            const double x = std::exp(low + (high - low) * i / kProfilePoints);
            const auto reached = std::ranges::upper_bound(costs, x * (1 + 1e-12)) - costs.begin();
            series.points.push_back(
                {x, static_cast<double>(reached) / static_cast<double>(costs.size()), kNoValue, kNoValue});
        }
        panel.series.push_back(std::move(series));
    }
    return panel;
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
    Rng rng(1, "bands");
    for (int i = 0; i <= kBandPoints && first > 0 && last >= first; ++i) {
        const double x = first * std::pow(last / first, static_cast<double>(i) / kBandPoints);
        std::vector<std::vector<double>> errors(1);
        for (const auto& replicate : replicates) {
            double sum = 0;
            for (const Path& path : replicate.second)
                sum += path.error_at(Cost::work, x * (1 + 1e-12));
            errors.front().push_back(100 * sum / static_cast<double>(replicate.second.size()));
        }
        const statistics::Interval mean = statistics::paired_difference(errors, rng, {kBandDraws, 0.95});
        series.points.push_back({x, mean.estimate, mean.low, mean.high});
    }
    return series;
}

}  // namespace

std::vector<std::size_t> best_rows(const Contest& contest) {
    std::vector<std::size_t> best{contest.baseline};
    if (contest.target != contest.baseline && contest.present(contest.target)) best.push_back(contest.target);
    for (const std::size_t row : rank_contest(contest, Cost::work).rows)
        if (std::ranges::count(best, row) == 0) best.push_back(row);
    return best;
}

std::vector<std::size_t> rows_shown(const Contest& contest) {
    std::vector<std::size_t> shown = best_rows(contest);
    shown.resize(std::min(shown.size(), kShown));
    std::ranges::sort(shown);
    return shown;
}

ContestSection rank_section(const Contest& contest, Cost cost) {
    const ContestRanks ranks = rank_contest(contest, cost);
    ContestSection section;
    if (ranks.sets < 2) return section;
    section.id = std::string("ranks-") + cost_id(cost);
    section.short_label = fmt::format("ranks at equal {}", cost_name(cost));
    section.label = fmt::format("{}: mean ranks at equal {}", contest.spec->label, cost_name(cost));
    section.caption = fmt::format(
        "n = {}; rank 1 has the lowest mean error of a set. Bars: the critical difference of "
        "Nemenyi's "
        "test at 0.05, {:.2f} ranks wide; methods whose bars do not overlap differ. Friedman's test in Iman "
        "and Davenport's form: F = {:.2f}, p {}.",
        counted(ranks.sets, "data set"), ranks.critical_difference, ranks.friedman_f,
        statistics::p_equation(ranks.friedman_p));
    if (std::string warning = statistics::nemenyi_warning(ranks.rows.size(), ranks.sets); !warning.empty())
        section.warnings.push_back(std::move(warning));
    Panel panel = panel_named(contest, section.id, "ranks");
    panel.title = section.label;
    panel.x_label = "mean rank";
    for (std::size_t place = 0; place < ranks.rows.size(); ++place) {
        Series series;
        series.label = contest.spec->rows[ranks.rows[place]].label;
        series.style = 1;
        const double half = ranks.critical_difference / 2;
        series.points.push_back({ranks.mean[place], static_cast<double>(place + 1), ranks.mean[place] - half,
                                 ranks.mean[place] + half});
        panel.series.push_back(std::move(series));
    }
    section.panels.push_back(std::move(panel));
    return section;
}

ContestSection profile_section(const Contest& contest, const Contest* timed) {
    ContestSection section;
    const std::vector<std::size_t> columns = contest.columns_of(rows_shown(contest));
    if (columns.empty()) return section;
    section.id = "profiles";
    section.short_label = "profiles";
    section.label = contest.spec->label + ": work, time and rounds to target";
    section.caption = fmt::format(
        "Share of {} targets on each of {} data sets, evenly spaced in log error between the worst after a "
        "first round and the best seen there, that a method has reached. For each target {} runs with restarts "
        "are simulated, as in COCO: a split's run is drawn until one reaches it. Shares of those, without an "
        "interval. {} Shown: the baseline, {} and the best others by mean rank.",
        kTargets, columns.size(), kRestarts, units_text(contest), contest.spec->rows[contest.target].label);
    section.panels.push_back(profile_panel(contest, Cost::work, columns));
    if (timed != nullptr)
        section.panels.push_back(profile_panel(*timed, Cost::seconds, timed->columns_of(rows_shown(*timed))));
    section.panels.push_back(profile_panel(contest, Cost::rounds, columns));
    return section;
}

ContestSection curve_section(const Contest& contest) {
    ContestSection section;
    section.id = "curves";
    section.short_label = "curves";
    section.label = contest.spec->label + ": error against work";
    section.caption = fmt::format(
        "Smoothed test error (mean over rounds 4t/5 to t) against the values scanned, mean over the splits; "
        "bands, for the baseline and {}: 95% bootstrap intervals of that mean (none with one split). {}",
        contest.spec->rows[contest.target].label, units_text(contest));
    const std::vector<std::size_t> rows = rows_shown(contest);
    for (const std::size_t column : contest.columns_of({contest.baseline})) {
        Panel panel = panel_named(contest, fmt::format("curves-{}", column + 1), "measures");
        panel.title = contest.spec->columns[column].label;
        panel.x_label = "work (stored feature values scanned)";
        panel.y_label = "smoothed test error (%)";
        panel.log = "xy";
        for (const std::size_t row : rows)
            if (Series series = mean_error(contest, row, rows, column); !series.points.empty())
                panel.series.push_back(std::move(series));
        section.panels.push_back(std::move(panel));
    }
    return section;
}

}  // namespace reboost::report
