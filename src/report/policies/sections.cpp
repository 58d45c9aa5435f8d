#include "report/policies/sections.hpp"

#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "report/paper/interval_text.hpp"
#include "report/policies/answer.hpp"
#include "report/policies/comparable_seconds.hpp"
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

CellKind kind_of(const statistics::Interval& interval, Side side) {
    if (side != Side::undecided) return side == Side::less ? CellKind::better : CellKind::worse;
    if (interval.high < 1) return CellKind::better_by_interval;
    return interval.low > 1 ? CellKind::worse_by_interval : CellKind::plain;
}

GridCell ratio_cell(const Ratio& ratio) {
    return {times_text(ratio), kind_of(ratio.interval, ratio.side()), ratio.interval.estimate};
}

/// Without colour where the errors are practically equal.
GridCell error_cell(const Contest& contest, const Ratio& error) {
    GridCell cell = ratio_cell(error);
    if (error.within(contest.spec->equivalence)) cell.kind = CellKind::plain;
    return cell;
}

GridCell plain(std::string text, double value = kNoValue) {
    return {std::move(text), CellKind::plain, value};
}

std::string percent(double share) {
    return fmt::format("{:.0f}%", 100 * share);
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

/// How the ratios are made.
std::string verdict_caption(const Contest& contest, const Verdicts& verdicts) {
    const std::string target = contest.name(contest.target), cost = cost_name(verdicts.cost);
    std::string text = fmt::format(
        "{}; all methods see the same splits. Ratio of {}: to five errors between that of {} after 5% of its "
        "work and its least, over the targets that every run of both methods reaches on a split; the share "
        "of targets that a method reaches stands beside it. Ratio of errors: at the work that random draws spend "
        "in all their rounds, or {} if that is less. Both are means of logarithms: over seeds, targets and splits, "
        "then over sets by a random-effects model (Paule and Mandel) with Hartung and Knapp's 95% interval. "
        "New set: 95% prediction interval. ",
        units_text(verdicts), cost, target, target);
    text +=
        "Learns, worse: of the two outcomes, each tested at 0.025, one says so and the other does not contradict";
    text +=
        verdicts.sets >= kSetsForTest ? "; Wilcoxon's signed-rank test over the sets agrees at 0.05." : ".";
    const auto announced = std::ranges::count_if(first_of(verdicts), &Comparison::announced);
    if (announced > 0)
        text +=
            fmt::format(" p of the {} announced methods: after Holm; the others are descriptive.", announced);
    else if (first_of(verdicts).size() > 2)
        text += fmt::format(" Descriptive: {} comparisons, none announced beforehand, p not corrected.",
                            first_of(verdicts).size());
    return text;
}

std::vector<std::string> verdict_warnings(const Contest& contest, const Verdicts& verdicts) {
    std::vector<std::string> warnings;
    if (!contest.present(contest.target))
        warnings.push_back(fmt::format("No run of {}, whose errors are the targets: there are no ratios.",
                                       contest.name(contest.target)));
    if (verdicts.random.empty())
        warnings.push_back(
            "No run of random draws (the policy uniform): whether a method learns is not told.");
    if (verdicts.sets == 1)
        warnings.push_back(
            fmt::format("One data set: what is said holds of it, by its splits, and of no other.{}",
                        verdicts.most_splits < kFewestSplits
                            ? fmt::format(" It takes {} splits to decide.", kFewestSplits)
                            : ""));
    std::string absent;
    for (std::size_t row = 0; row < contest.entries.size(); ++row)
        if (row != contest.target && !contest.present(row))
            absent += (absent.empty() ? "" : ", ") + contest.name(row);
    if (!absent.empty()) warnings.push_back("Without runs: " + absent + ".");
    std::string without_ratio;
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        bool seen = false, rated = false;
        for (const Comparison& one : first_of(verdicts))
            for (const SetOutcome& set : one.sets)
                if (set.column == column) seen = true, rated = rated || set.cost;
        if (seen && !rated)
            without_ratio += (without_ratio.empty() ? "" : ", ") + contest.spec->columns[column].label;
    }
    if (!without_ratio.empty())
        warnings.push_back(fmt::format(
            "No ratio of {} on {}: the error of {} does not fall after its first rounds, or no target is reached "
            "by all runs on more than one split.",
            cost_name(verdicts.cost), without_ratio, contest.name(contest.target)));
    if (contest.left_out > 0)
        warnings.push_back(fmt::format("{} of another processor than {} on the same split: left out.",
                                       counted(contest.left_out, "run"), contest.name(contest.baseline)));
    if (verdicts.cost != Cost::seconds) return warnings;
    std::string programs;
    for (std::size_t row = 0; row < contest.entries.size(); ++row)
        if (std::ranges::any_of(contest.entries[row], [](const Entry& entry) {
                return !entry.empty() && asks_program(entry.runs.front()->spec);
            }))
            programs += (programs.empty() ? "" : ", ") + contest.name(row);
    if (!programs.empty()) warnings.push_back(fmt::format("Seconds of {}: {}.", programs, kWithoutProgram));
    if (std::string pace = pace_warning(contest); !pace.empty()) warnings.push_back(std::move(pace));
    return warnings;
}

Grid verdict_grid(const Contest& contest, const Verdicts& verdicts) {
    Grid grid;
    const std::string cost = cost_name(verdicts.cost);
    const bool learning = !verdicts.random.empty(), two = learning && contest.baseline != *contest.yardstick;
    if (learning) grid.columns.push_back("learns?");
    const std::string other = contest.name(learning ? *contest.yardstick : contest.baseline);
    for (const std::string& column :
         {cost + " against " + other, std::string("new set"), std::string("p"), std::string("signed-rank p"),
          "error against " + other, std::string("targets reached")})
        grid.columns.push_back(column);
    if (two)
        for (const std::string& column : {cost + " against " + contest.name(contest.baseline),
                                          "error against " + contest.name(contest.baseline)})
            grid.columns.push_back(column);
    for (const Comparison* one : by_cost(first_of(verdicts))) {
        GridRow row{contest.name(one->row) + (one->announced ? " *" : ""), {}, false};
        if (learning)
            row.cells.push_back({learning_text(*one),
                                 one->side() == Side::less   ? CellKind::better
                                 : one->side() == Side::more ? CellKind::worse
                                                             : CellKind::plain,
                                 kNoValue});
        const statistics::Interval& next = one->cost.next_set;
        row.cells.push_back(ratio_cell(one->cost));
        row.cells.push_back(plain(
            std::isnan(next.low) ? "–" : ratio_text(next.low) + " to " + ratio_text(next.high), next.low));
        row.cells.push_back(plain(statistics::p_text(one->cost.p), one->cost.p));
        row.cells.push_back(plain(statistics::p_text(one->cost.signed_rank_p), one->cost.signed_rank_p));
        row.cells.push_back(error_cell(contest, one->error));
        row.cells.push_back(
            plain(percent(one->reached) + " (" + percent(one->other_reached) + ")", one->reached));
        if (two) {
            const Comparison* base = verdicts.against_baseline(one->row);
            row.cells.push_back(base == nullptr ? plain("–") : ratio_cell(base->cost));
            row.cells.push_back(base == nullptr ? plain("–") : error_cell(contest, base->error));
        }
        grid.rows.push_back(std::move(row));
    }
    return grid;
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

ContestSection verdict_section(const Contest& contest, const Verdicts& verdicts) {
    ContestSection section;
    const std::string cost = cost_name(verdicts.cost);
    section.id = cost_id(verdicts.cost);
    section.short_label = cost;
    section.label = fmt::format("{}: {} against {}", contest.spec->label, cost,
                                verdicts.random.empty() ? contest.name(contest.baseline) : "random draws");
    section.caption = verdict_caption(contest, verdicts);
    section.warnings = verdict_warnings(contest, verdicts);
    section.answer = answer(contest, verdicts);
    section.grid = verdict_grid(contest, verdicts);
    if (Panel forest = forest_panel(contest, verdicts); !forest.series.empty())
        section.panels.push_back(std::move(forest));
    return section;
}

ContestSection set_section(const Contest& contest, const Verdicts& verdicts) {
    ContestSection section;
    const std::vector<Comparison>& all = first_of(verdicts);
    if (all.empty()) return section;
    const std::string cost = cost_name(verdicts.cost), other = contest.name(all.front().other);
    section.id = std::string("sets-") + cost_id(verdicts.cost);
    section.short_label = cost + ", set by set";
    section.label = fmt::format("{}: {} against {}, set by set", contest.spec->label, cost, other);
    section.caption = fmt::format(
        "Ratio of {} to the targets, geometric mean over the splits, and in parentheses the share of the targets that "
        "the method reaches. Coloured where twice the standard error over six splits or more excludes 1. –: no target "
        "that both always reach. {}.",
        cost, units_text(verdicts));
    std::vector<std::size_t> columns = contest.columns_of({all.front().other, contest.target});
    for (const std::size_t column : columns)
        section.grid.columns.push_back(contest.spec->columns[column].label);
    for (const Comparison* one : by_cost(all)) {
        GridRow row{contest.name(one->row), {}, false};
        for (const std::size_t column : columns) {
            const auto set = std::ranges::find(one->sets, column, &SetOutcome::column);
            if (set == one->sets.end() || !set->cost) {
                row.cells.push_back(plain("–"));
                continue;
            }
            const double mean = set->cost->mean, twice = 2 * std::sqrt(set->cost->variance);
            const bool told = set->splits >= kFewestSplits;
            row.cells.push_back({fmt::format("{} ({})", ratio_text(std::exp(mean)), percent(set->reached)),
                                 told && mean + twice < 0   ? CellKind::better_by_interval
                                 : told && mean - twice > 0 ? CellKind::worse_by_interval
                                                            : CellKind::plain,
                                 std::exp(mean)});
        }
        section.grid.rows.push_back(std::move(row));
    }
    return section;
}

ContestSection curve_section(const Contest& contest, const Verdicts& verdicts) {
    ContestSection section;
    section.id = "curves";
    section.short_label = "curves";
    section.label = contest.spec->label + ": error against work";
    section.caption = fmt::format(
        "Smoothed test error (mean over rounds 4t/5 to t) against the values scanned, mean over the splits; "
        "bands, for the baseline and {}: 95% intervals of that mean (none with one split). {}.",
        contest.name(contest.target), units_text(verdicts));
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
        section.panels.push_back(std::move(panel));
    }
    return section;
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
