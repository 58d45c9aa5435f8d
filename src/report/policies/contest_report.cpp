#include "report/policies/contest_report.hpp"

#include "report/policies/comparable_seconds.hpp"
#include "report/policies/contest_figures.hpp"

#include <algorithm>
#include <array>

namespace reboost::report {
namespace {

/// -1: surely less; 0: undecided; 1: surely more.
double number_of(Side side) {
    return static_cast<double>(static_cast<int>(side) - static_cast<int>(Side::undecided));
}

/// A column of a contest's tables: of a comparison with random draws or with the baseline.
struct Number {
    const char *id, *label;
    bool random;
    double (*of)(const Comparison&);
};
constexpr std::array kNumbers{
    Number{"random", "ratio of the cost to random draws'", true,
           [](const Comparison& c) { return c.cost.interval.estimate; }},
    Number{"random_low", "its lower end", true, [](const Comparison& c) { return c.cost.interval.low; }},
    Number{"random_high", "its upper end", true, [](const Comparison& c) { return c.cost.interval.high; }},
    Number{"random_p", "its p", true, [](const Comparison& c) { return c.cost.p; }},
    Number{"random_spread", "between-set deviation of its logarithm", true,
           [](const Comparison& c) { return c.cost.spread; }},
    Number{"learns", "verdict", true, [](const Comparison& c) { return number_of(c.side()); }},
    Number{"ratio", "ratio of the cost", false, [](const Comparison& c) { return c.cost.interval.estimate; }},
    Number{"ratio_low", "its lower end", false, [](const Comparison& c) { return c.cost.interval.low; }},
    Number{"ratio_high", "its upper end", false, [](const Comparison& c) { return c.cost.interval.high; }},
    Number{"ratio_p", "its p", false, [](const Comparison& c) { return c.cost.p; }},
    Number{"cost_side", "verdict on the cost", false,
           [](const Comparison& c) { return number_of(c.cost.side()); }},
    Number{"error", "ratio of the errors at equal work", false,
           [](const Comparison& c) { return c.error.interval.estimate; }},
    Number{"error_low", "its lower end", false, [](const Comparison& c) { return c.error.interval.low; }},
    Number{"error_high", "its upper end", false, [](const Comparison& c) { return c.error.interval.high; }},
    Number{"error_p", "its p", false, [](const Comparison& c) { return c.error.p; }},
    Number{"error_side", "verdict on the error", false,
           [](const Comparison& c) { return number_of(c.error.side()); }},
    Number{"reached", "share of the targets reached", false, [](const Comparison& c) { return c.reached; }},
};

TableSpec number_table(const ContestSpec& contest, Cost cost) {
    TableSpec spec;
    spec.id = contest.id + "-" + cost_id(cost);
    spec.label = contest.label + ", " + cost_id(cost);
    spec.caption =
        "The numbers behind the sentences. Verdicts: −1 is surely less, 0 undecided, 1 surely more.";
    spec.measure = Value::object();
    spec.measure.set("name", "contest").set("cost", array_name(cost));
    spec.query = Value::object();
    spec.decimals = 3;
    spec.ours_only = true;
    spec.rows = contest.rows;
    for (const Number& number : kNumbers) {
        Axis column;
        column.id = number.id;
        column.label = number.label;
        spec.columns.push_back(std::move(column));
    }
    spec.published.assign(spec.rows.size(), std::vector<Published>(spec.columns.size()));
    return spec;
}

/// Whether all data sets and as many splits as the contest asks for are there.
bool whole(const Contest& contest, const Comparison& comparison) {
    return comparison.sets.size() == contest.spec->columns.size() &&
           std::ranges::all_of(comparison.sets, [&](const SetOutcome& set) {
               return set.splits >= static_cast<std::size_t>(contest.spec->replicates);
           });
}

}  // namespace

std::vector<TableSpec> contest_tables(const ContestSpec& spec) {
    return {number_table(spec, Cost::work), number_table(spec, Cost::seconds)};
}

bool is_contest_table(const TableSpec& spec) {
    return spec.measure.at("name").as_string() == "contest";
}

Table contest_table(const TableSpec& spec, const FilledContest& filled) {
    Table table;
    table.spec = &spec;
    table.cells.assign(spec.rows.size(), std::vector<Cell>(spec.columns.size()));
    const bool of_work = spec.measure.at("cost").as_string() == array_name(Cost::work);
    const Contest& contest = of_work ? filled.contest : filled.timed;
    const Verdicts& verdicts = of_work ? filled.work : filled.seconds;
    for (std::size_t row = 0; row < table.cells.size(); ++row)
        for (std::size_t column = 0; column < kNumbers.size(); ++column) {
            const Number& number = kNumbers[column];
            const Comparison* comparison =
                number.random ? verdicts.against_random(row) : verdicts.against_baseline(row);
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

std::unique_ptr<FilledContest> fill_contest(const ContestSpec& spec, const std::string& prefix,
                                            const RunSet& runs, const std::string& baseline,
                                            bool with_timings) {
    auto filled = std::make_unique<FilledContest>();
    filled->contest = read_contest(spec, runs, baseline);
    filled->timed = of_one_processor(filled->contest);
    const Contest &contest = filled->contest, &timed = filled->timed;
    for (const auto& row : contest.entries)
        for (const Entry& entry : row)
            filled->used.insert(filled->used.end(), entry.runs.begin(), entry.runs.end());
    if (contest.rows().size() < 2) return filled;
    if (!contest.present(contest.baseline)) return filled;
    filled->work = judge(contest, Cost::work);
    std::vector<ContestFigure>& figures = filled->figures;
    figures.push_back(forest_figure(contest, filled->work));
    if (with_timings && timed.rows().size() > 1) {
        filled->seconds = judge(timed, Cost::seconds);
        figures.push_back(forest_figure(timed, filled->seconds));
        filled->choosing = costs_of_choosing(timed);
    }
    filled->where = where_it_pays(contest, filled->work, runs);
    if (filled->where) figures.push_back(where_figure(contest, *filled->where));
    figures.push_back(curves_figure(contest, filled->work));
    figures.push_back(choices_figure(contest, filled->work, runs));
    std::erase_if(figures, [](const ContestFigure& figure) { return figure.panels.empty(); });
    for (ContestFigure& figure : figures)
        for (Panel& panel : figure.panels)
            panel.name = prefix + "-" + panel.name;
    return filled;
}

}  // namespace reboost::report
