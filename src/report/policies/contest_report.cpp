#include "report/policies/contest_report.hpp"

#include "report/policies/choices.hpp"
#include "report/policies/comparable_seconds.hpp"
#include "report/policies/contest_figures.hpp"
#include "report/policies/grids.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// -1: surely less; 0: undecided; 1: surely more.
double number_of(Side side) {
    return static_cast<double>(static_cast<int>(side) - static_cast<int>(Side::undecided));
}

/// A column of a contest's tables.
struct Number {
    const char *id, *label;
    double (*of)(const Rival&);
};
constexpr std::array kNumbers{
    Number{"ratio", "ratio of the cost", [](const Rival& r) { return r.ratio.estimate; }},
    Number{"ratio_low", "ratio of the cost, lower end", [](const Rival& r) { return r.ratio.low; }},
    Number{"ratio_high", "ratio of the cost, upper end", [](const Rival& r) { return r.ratio.high; }},
    Number{"ratio_p", "p of the ratio", [](const Rival& r) { return r.ratio_holm_p; }},
    Number{"wins", "sets won", [](const Rival& r) { return static_cast<double>(r.wins); }},
    Number{"ties", "sets tied", [](const Rival& r) { return static_cast<double>(r.ties); }},
    Number{"losses", "sets lost", [](const Rival& r) { return static_cast<double>(r.losses); }},
    Number{"difference", "difference of errors", [](const Rival& r) { return r.error.difference.estimate; }},
    Number{"low", "difference of errors, lower end", [](const Rival& r) { return r.error.difference.low; }},
    Number{"high", "difference of errors, upper end", [](const Rival& r) { return r.error.difference.high; }},
    Number{"p", "p of the difference", [](const Rival& r) { return r.error.holm_p; }},
    Number{"effect", "A", [](const Rival& r) { return r.error.effect; }},
    Number{"better", "probability that better is likeliest",
           [](const Rival& r) { return r.error.bayesian.left; }},
    Number{"same", "probability that practically equal is likeliest",
           [](const Rival& r) { return r.error.bayesian.rope; }},
    Number{"worse", "probability that worse is likeliest",
           [](const Rival& r) { return r.error.bayesian.right; }},
    Number{"cost_side", "verdict on the cost", [](const Rival& r) { return number_of(r.cost_side()); }},
    Number{"error_side", "verdict on the error", [](const Rival& r) { return number_of(r.error_side()); }},
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
bool whole(const Contest& contest, const Rival& rival) {
    return rival.target_columns.size() == contest.spec->columns.size() &&
           std::ranges::all_of(rival.target_columns, [&](std::size_t column) {
               return contest.splits_of({contest.baseline, contest.target, rival.row}, column).size() >=
                      static_cast<std::size_t>(contest.spec->replicates);
           });
}

/// Of a contest that cannot be held: says why.
ContestSection no_baseline_section(const Contest& contest) {
    ContestSection section;
    section.id = "no-baseline";
    section.short_label = "no baseline";
    section.label = contest.spec->label + ": nothing to compare with";
    std::string others;
    for (const std::size_t row : contest.rows())
        others += (others.empty() ? "" : ", ") + contest.spec->rows[row].label;
    section.warnings.push_back(
        fmt::format("No run of the baseline, {}. There are runs of {}: --baseline takes one of them.",
                    contest.spec->rows[contest.baseline].label, others));
    return section;
}

void add(FilledContest& filled, ContestSection section) {
    if (!section.id.empty()) filled.sections.push_back(std::move(section));
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
    for (const Rival& rival : verdicts.rivals) {
        for (std::size_t column = 0; column < kNumbers.size(); ++column) {
            Cell& cell = table.cells[rival.row][column];
            cell.value = kNumbers[column].of(rival);
            cell.state = std::isnan(cell.value) ? CellState::no_runs : CellState::measured;
            cell.below_scale = !whole(contest, rival);
            for (const std::size_t set : rival.columns)
                cell.stand_in = cell.stand_in || contest.entries[rival.row][set].stand_in;
        }
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
    if (!contest.present(contest.baseline)) {
        add(*filled, no_baseline_section(contest));
        return filled;
    }
    filled->work = judge(contest, Cost::work);
    with_timings = with_timings && timed.rows().size() > 1;
    add(*filled, verdict_section(contest, filled->work));
    if (with_timings) {
        filled->seconds = judge(timed, Cost::seconds);
        add(*filled, verdict_section(timed, filled->seconds));
    }
    add(*filled, target_section(contest, filled->work));
    if (with_timings) add(*filled, target_section(timed, filled->seconds));
    add(*filled, difference_section(contest, filled->work));
    if (with_timings) add(*filled, difference_section(timed, filled->seconds));
    add(*filled, rank_section(contest, Cost::work));
    if (with_timings) add(*filled, rank_section(timed, Cost::seconds));
    add(*filled, profile_section(contest, with_timings ? &timed : nullptr));
    add(*filled, curve_section(contest));
    add(*filled, choices_section(contest, runs));
    if (with_timings) add(*filled, cost_section(timed));
    for (ContestSection& section : filled->sections)
        for (Panel& panel : section.panels)
            panel.name = prefix + "-" + panel.name;
    return filled;
}

}  // namespace reboost::report
