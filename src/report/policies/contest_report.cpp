#include "report/policies/contest_report.hpp"

#include "core/fields.hpp"
#include "core/mapped.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kMethodsShown = 7;  ///< methods in a figure
constexpr int kBandPoints = 60;           ///< points of a curve

/// Returns the comparisons that have a ratio of costs, the least ratio first.
std::vector<const Comparison*> by_cost(const std::vector<Comparison>& all) {
    std::vector<const Comparison*> ordered;
    for (const Comparison& one : all)
        if (!std::isnan(one.cost.interval.estimate)) ordered.push_back(&one);
    std::ranges::stable_sort(ordered, {}, [](const Comparison* one) { return one->cost.interval.estimate; });
    return ordered;
}

/// "forest-work" or "forest-seconds": each method's ratio against random draws, else against the baseline,
/// with its interval and, as a thinner line, the prediction interval for a new data set.
Figure forest_figure(const Contest& contest, const Verdicts& verdicts) {
    Figure figure{fmt::format("forest-{}", enum_name(verdicts.cost)), {}};
    const std::vector<const Comparison*> ordered = by_cost(verdicts.first());
    if (ordered.empty()) return figure;
    Panel& panel = figure.panels.emplace_back(
        Panel{{.kind = "forest",
               .x_label = fmt::format("{} to the targets, against {}",
                                      verdicts.cost == Cost::work ? "work" : "CPU seconds",
                                      contest.name(ordered.front()->other)),
               .log = "x"},
              file_slug(contest.spec->id + "-" + figure.id),
              contest.spec->label});
    for (const Comparison* one : ordered) {
        const auto place = static_cast<double>(panel.series.size() + 1);
        const statistics::Interval &own = one->cost.interval, &next = one->cost.next_set;
        const statistics::Interval& thin = std::isnan(next.low) ? own : next;
        panel.series.push_back(
            {.label = contest.name(one->row),
             .points = {{own.estimate, place, own.low, own.high}, {own.estimate, place, thin.low, thin.high}},
             .style = one->side() == Side::undecided ? 1 : 2});
    }
    return figure;
}

/// Sets the style: 1 for the baseline, 2 for the target, others by their place among the methods shown, so
/// that a method looks the same in all panels.
Series series_of(const Contest& contest, std::size_t row, const std::vector<std::size_t>& shown) {
    std::vector<std::size_t> order{contest.baseline, contest.target};
    order.insert(order.end(), shown.begin(), shown.end());
    Series series{.label = contest.name(row), .style = 1};
    for (auto it = order.begin(); *it != row; ++it)
        series.style += std::find(order.begin(), it, *it) == it;
    return series;
}

/// Mean error and its interval over the splits, at log-spaced amounts of work; with one split, the interval
/// has no width. Only baseline and target show intervals: seven bands would hide each other.
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
        for (const auto& path : replicate.second) {
            // Scanning a constant column is no work (it stores no values), and a log axis has no place for 0.
            const auto positive = std::ranges::find_if(path->work, [](double spent) { return spent > 0; });
            if (positive != path->work.end()) first = std::max(first, *positive);
            last = std::min(last, path->end(Cost::work));
        }
    for (int i = 0; i <= kBandPoints && first > 0 && last >= first; ++i) {
        const double x = first * std::pow(last / first, static_cast<double>(i) / kBandPoints);
        std::vector<double> errors;
        for (const auto& replicate : replicates) {
            double sum = 0;
            for (const auto& path : replicate.second)
                sum += path->error_at(Cost::work, x * (1 + 1e-12));
            errors.push_back(100 * sum / static_cast<double>(replicate.second.size()));
        }
        const double mean = statistics::mean(errors);
        const double half =
            errors.size() < 2 ? 0 : statistics::half_interval({sample_sd(errors), errors.size()});
        series.points.push_back({x, mean, mean - half, mean + half});
    }
    return series;
}

/// −1: surely less; 0: undecided; 1: surely more.
double number_of(Side side) {
    return static_cast<double>(static_cast<int>(side) - static_cast<int>(Side::undecided));
}

/// A column of a contest's tables: a number of the comparison with random draws, or with the baseline.
struct Number {
    const char *id, *label;
    bool random;
    double (*of)(const Comparison&);
};
constexpr Number kNumbersOfMethod[]{
    {"random", "ratio of the cost to random draws'", true, [](auto& c) { return c.cost.interval.estimate; }},
    {"random_low", "its lower end", true, [](auto& c) { return c.cost.interval.low; }},
    {"random_high", "its upper end", true, [](auto& c) { return c.cost.interval.high; }},
    {"random_p", "its p", true, [](auto& c) { return c.cost.p; }},
    {"random_spread", "between-set deviation of its logarithm", true, [](auto& c) { return c.cost.spread; }},
    {"learns", "verdict", true, [](auto& c) { return number_of(c.side()); }},
    {"ratio", "ratio of the cost", false, [](auto& c) { return c.cost.interval.estimate; }},
    {"ratio_low", "its lower end", false, [](auto& c) { return c.cost.interval.low; }},
    {"ratio_high", "its upper end", false, [](auto& c) { return c.cost.interval.high; }},
    {"ratio_p", "its p", false, [](auto& c) { return c.cost.p; }},
    {"cost_side", "verdict on the cost", false, [](auto& c) { return number_of(c.cost.side()); }},
    {"error", "ratio of the errors at equal work", false, [](auto& c) { return c.error.interval.estimate; }},
    {"error_low", "its lower end", false, [](auto& c) { return c.error.interval.low; }},
    {"error_high", "its upper end", false, [](auto& c) { return c.error.interval.high; }},
    {"error_p", "its p", false, [](auto& c) { return c.error.p; }},
    {"error_side", "verdict on the error", false, [](auto& c) { return number_of(c.error.side()); }},
    {"reached", "share of the targets reached", false, [](auto& c) { return c.reached; }},
};

TableSpec number_table(const ContestSpec& contest, Cost cost) {
    TableSpec spec;
    spec.id = fmt::format("{}-{}", contest.id, enum_name(cost));
    spec.label = fmt::format("{}, {}", contest.label, enum_name(cost));
    spec.caption =
        "The numbers behind the sentences. Verdicts: −1 is surely less, 0 undecided, 1 surely more.";
    spec.measure = Value::object().set("name", "contest").set("cost", array_name(cost));
    spec.query = Value::object();
    spec.decimals = 3;
    spec.ours_only = true;
    spec.rows = contest.rows;
    spec.columns = mapped(kNumbersOfMethod,
                          [](const Number& number) { return Axis{.id = number.id, .label = number.label}; });
    spec.published.assign(spec.rows.size(), std::vector<Published>(spec.columns.size()));
    return spec;
}

/// Whether the comparison has all data sets, and as many splits on each as the contest asks for.
bool whole(const Contest& contest, const Comparison& comparison) {
    return comparison.sets.size() == contest.spec->columns.size() &&
           std::ranges::all_of(comparison.sets, [&](const SetOutcome& set) {
               return set.splits >= static_cast<std::size_t>(contest.spec->replicates);
           });
}

}  // namespace

Figure curves_figure(const Contest& contest, const Verdicts& verdicts) {
    Figure figure{"curves", {}};
    const std::vector<std::size_t> rows = rows_shown(contest, verdicts);
    for (const std::size_t column : contest.columns_of({contest.baseline})) {
        Panel& panel = figure.panels.emplace_back(
            Panel{{.kind = "measures",
                   .x_label = "work (stored feature values scanned)",
                   .y_label = "smoothed test error (%)",
                   .log = "xy"},
                  file_slug(fmt::format("{}-curves-{}", contest.spec->id, column + 1)),
                  contest.spec->columns[column].label});
        for (const std::size_t row : rows)
            if (Series series = mean_error(contest, row, rows, column); !series.points.empty())
                panel.series.push_back(std::move(series));
    }
    return figure;
}

std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts) {
    std::vector<std::size_t> shown{contest.baseline};
    const auto show = [&](std::size_t row) {
        if (shown.size() < kMethodsShown && contest.present(row) && std::ranges::count(shown, row) == 0)
            shown.push_back(row);
    };
    show(contest.target);
    if (contest.yardstick) show(*contest.yardstick);
    for (const Comparison* one : by_cost(verdicts.first()))
        show(one->row);
    std::ranges::sort(shown);
    return shown;
}

std::vector<TableSpec> contest_tables(const ContestSpec& spec) {
    return {number_table(spec, Cost::work), number_table(spec, Cost::seconds)};
}

const FilledContest* contest_of(const TableSpec& table, const std::vector<FilledContest>& contests) {
    if (table.measure.at("name") != Value("contest")) return nullptr;
    const std::string contest = table.id.substr(0, table.id.rfind('-'));
    const auto found =
        std::ranges::find(contests, contest, [](const auto& one) { return one.contest.spec->id; });
    return found == contests.end() ? nullptr : &*found;
}

Table contest_table(const TableSpec& spec, const FilledContest& filled) {
    Table table{&spec, {spec.rows.size(), std::vector<Cell>(spec.columns.size())}};
    const bool of_work = spec.measure.at("cost").as_string() == array_name(Cost::work);
    const Contest& contest = of_work ? filled.contest : filled.timed;
    const Verdicts& verdicts = of_work ? filled.work : filled.seconds;
    for (std::size_t row = 0; row < table.cells.size(); ++row)
        for (std::size_t column = 0; column < std::size(kNumbersOfMethod); ++column) {
            const Number& number = kNumbersOfMethod[column];
            const Comparison* comparison =
                comparison_of(number.random ? verdicts.random : verdicts.baseline, row);
            if (comparison == nullptr) continue;
            Cell& cell = table.cells[row][column];
            cell.value = number.of(*comparison);
            cell.state = std::isnan(cell.value) ? CellState::no_runs : CellState::measured;
            cell.below_scale = !whole(contest, *comparison);
            for (const SetOutcome& set : comparison->sets)
                cell.stand_in = cell.stand_in || contest.entries[row][set.column].stand_in;
        }
    return table;
}

FilledContest fill_contest(const ContestSpec& spec, const std::string& prefix, const RunSet& runs,
                           const std::string& baseline, bool with_timings) {
    FilledContest filled;
    filled.contest = read_contest(spec, runs, baseline);
    filled.timed = of_one_processor(filled.contest);
    const Contest &contest = filled.contest, &timed = filled.timed;
    for (const auto& row : contest.entries)
        for (const Entry& entry : row)
            filled.used.insert(filled.used.end(), entry.runs.begin(), entry.runs.end());
    if (contest.rows().size() < 2 || !contest.present(contest.baseline)) return filled;
    filled.work = judge(contest, Cost::work);
    std::vector<Figure>& figures = filled.figures;
    figures.push_back(forest_figure(contest, filled.work));
    if (with_timings && timed.rows().size() > 1) {
        filled.seconds = judge(timed, Cost::seconds);
        figures.push_back(forest_figure(timed, filled.seconds));
        filled.choosing = costs_of_choosing(timed);
    }
    filled.where = where_it_pays(contest, filled.work, runs);
    if (!filled.where.is_null()) figures.push_back(where_figure(contest, filled.where));
    figures.push_back(curves_figure(contest, filled.work));
    figures.push_back(choices_figure(contest, filled.work, runs));
    std::erase_if(figures, [](const Figure& figure) { return figure.panels.empty(); });
    for (Figure& figure : figures)
        for (Panel& panel : figure.panels)
            panel.name = prefix + "-" + panel.name;
    return filled;
}

}  // namespace reboost::report
