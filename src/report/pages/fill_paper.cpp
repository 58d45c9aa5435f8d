/// One paper from its runs: contests, tables, figures, claims, states, and which runs they drew on.
#include "report/measures/escape.hpp"
#include "report/pages/report.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace reboost::report {
namespace {

using Contests = std::vector<std::unique_ptr<FilledContest>>;

/// `baseline` where a contest has such a row, else its own.
Contests fill_contests(const Experiment& experiment, const RunSet& runs, bool with_timings,
                       const std::string& baseline) {
    Contests contests;
    for (const ContestSpec& spec : experiment.contests) {
        const std::string wanted = has_row(spec, baseline) ? baseline : "";
        contests.push_back(fill_contest(spec, file_slug(experiment.id), runs, wanted, with_timings));
    }
    return contests;
}

/// By the ids of their tables.
std::map<std::string, const FilledContest*> by_table(const Contests& contests) {
    std::map<std::string, const FilledContest*> by_table;
    for (const auto& contest : contests)
        for (const TableSpec& table : contest_tables(*contest->contest.spec))
            by_table[table.id] = &*contest;
    return by_table;
}

/// Fills the tables. Returns those that claims read: of a contest that is shown against another baseline
/// than its own, the numbers against its own, which the sentences speak of.
Tables fill_tables(Paper& paper, const RunSet& runs, bool with_timings, const Contests& claimed_contests) {
    const auto shown = by_table(paper.contests), claimed = by_table(claimed_contests);
    Tables for_claims;
    for (const TableSpec& spec : paper.experiment.tables) {
        const bool of_contest = is_contest_table(spec);
        if (!with_timings && needs_timing(spec.measure)) {
            if (!of_contest) paper.tables_left_out.push_back(spec.label);
            continue;
        }
        paper.tables.push_back(of_contest ? contest_table(spec, *shown.at(spec.id)) : fill_table(spec, runs));
        for_claims[spec.id] = of_contest ? contest_table(spec, *claimed.at(spec.id)) : paper.tables.back();
    }
    return for_claims;
}

void collect_used(Paper& paper, const RunSet& runs) {
    std::set<const Run*> used;
    for (const Table& table : paper.tables)
        for (const auto& row : table.cells)
            for (const Cell& cell : row) {
                used.insert(cell.runs.begin(), cell.runs.end());
                used.insert(cell.beside.runs.begin(), cell.beside.runs.end());
            }
    for (const Figure& figure : paper.figures)
        for (const Panel& panel : figure.panels)
            for (const Series& series : panel.series)
                used.insert(series.runs.begin(), series.runs.end());
    for (const Run& run : runs.runs())
        if (used.contains(&run)) paper.listed.push_back(&run);
    for (const auto& contest : paper.contests)
        used.insert(contest->used.begin(), contest->used.end());
    for (const Run& run : runs.runs())
        if (used.contains(&run)) paper.used.push_back(&run);
}

}  // namespace

void fill_paper(Paper& paper, const RunSet& runs, bool with_timings, const std::string& baseline) {
    Experiment& experiment = paper.experiment;
    for (const ContestSpec& spec : experiment.contests)
        std::ranges::move(contest_tables(spec), std::back_inserter(experiment.tables));
    paper.contests = fill_contests(experiment, runs, with_timings, baseline);
    const Contests own = baseline.empty() ? Contests{} : fill_contests(experiment, runs, with_timings, "");
    const Tables for_claims = fill_tables(paper, runs, with_timings, baseline.empty() ? paper.contests : own);
    for (const FigureSpec& spec : experiment.figures)
        paper.figures.push_back(fill_figure(spec, experiment.id, runs, with_timings));
    for (const ClaimSpec& spec : experiment.claims)
        paper.claims.push_back(decide(spec, experiment, for_claims, runs));
    fill_states(paper);
    collect_used(paper, runs);
}

}  // namespace reboost::report
