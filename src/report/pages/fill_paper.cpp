/// Fills one paper from runs: contests, tables, figures, claims, the runs that they read, and the state of
/// each table and figure: reproduced, not reproduced, unclear, not tested.
#include "core/names.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/report.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace reboost::report {
namespace {

using Contests = std::vector<FilledContest>;

/// Fills the contests with `baseline` if they have such a row, else with their own baseline.
Contests fill_contests(const Experiment& experiment, const RunSet& runs, bool with_timings,
                       const std::string& baseline) {
    Contests contests;
    for (const ContestSpec& spec : experiment.contests) {
        const std::string wanted = find_row(spec, baseline) ? baseline : "";
        contests.push_back(fill_contest(spec, file_slug(experiment.id), runs, wanted, with_timings));
    }
    return contests;
}

/// Fills the tables. Returns the tables for claims: if a contest is shown against another baseline than its
/// own, claims still read the numbers against its own baseline, to which their sentences refer.
Tables fill_tables(Paper& paper, const RunSet& runs, bool with_timings, const Contests& claimed_contests) {
    Tables for_claims;
    for (const TableSpec& spec : paper.experiment.tables) {
        const FilledContest* shown = contest_of(spec, paper.contests);
        if (!with_timings && needs_timing(spec.measure)) {
            if (shown == nullptr) paper.tables_left_out.push_back(spec.label);
            continue;
        }
        paper.tables.push_back(shown ? contest_table(spec, *shown) : fill_table(spec, runs));
        for_claims[spec.id] =
            shown ? contest_table(spec, *contest_of(spec, claimed_contests)) : paper.tables.back();
    }
    return for_claims;
}

void collect_used(Paper& paper) {
    std::set<const Run*> used;  // in the order of the vector that holds them: by id
    for (const Use& use : uses_of(paper))
        used.insert(use.runs.begin(), use.runs.end());
    paper.listed.assign(used.begin(), used.end());
    for (const FilledContest& contest : paper.contests)
        used.insert(contest.used.begin(), contest.used.end());
    paper.used.assign(used.begin(), used.end());
}

/// Sets the verdict from all claims that decide a table or figure, except those that are not obtainable. "Not
/// tested" takes precedence over "unclear", and both over "supported".
void set_verdict(StateLine& state, const Paper& paper, const std::vector<std::string>& ids) {
    std::map<Verdict, std::size_t> found;
    for (const std::string& id : ids) {
        const auto id_of = [](const Claim& claim) { return claim.spec->id; };
        const Claim& claim =
            find_named(paper.claims, id, "claim", id_of, "paper.json of " + paper.experiment.id);
        if (state.on.empty()) state.on = claim.on;
        ++found[claim.ours.verdict];
    }
    for (const Verdict verdict : {Verdict::not_obtainable, Verdict::supported, Verdict::unclear,
                                  Verdict::not_tested, Verdict::contradicted})
        if (found[verdict] > 0) state.verdict = verdict;  // a later one takes precedence
}

/// Returns the state of a table; "not tested" if the table is left out.
StateLine table_state(const Paper& paper, const TableSpec& spec) {
    StateLine state{paper.experiment.id, "table", spec.label, spec.id};
    const auto filled = std::ranges::find(paper.tables, &spec, &Table::spec);
    if (filled == paper.tables.end()) return state;
    const Counts& counts = state.counts = count_cells(*filled);
    const std::size_t obtainable = counts.total() - counts.not_obtainable;
    if (counts.total() > 0 && obtainable == 0) {
        state.verdict = Verdict::not_obtainable;
        for (const auto* axes : {&spec.rows, &spec.columns})
            for (const Axis& axis : *axes)
                if (state.why.empty()) state.why = axis.not_obtainable;
    } else if (spec.judged()) {
        if (counts.within < counts.full)
            state.verdict = Verdict::contradicted;  // whatever missing cells would give
        else if (counts.full == obtainable)
            state.verdict = Verdict::supported;
    } else if (!spec.claims.empty()) {
        set_verdict(state, paper, spec.claims);
    }
    return state;
}

StateLine figure_state(const Paper& paper, const Figure& figure) {
    const FigureSpec& spec = *figure.spec;
    StateLine state{paper.experiment.id, "figure", spec.label, spec.id};
    if (!spec.not_obtainable.empty())
        return {state.paper, state.kind, spec.label, spec.id, Verdict::not_obtainable, spec.not_obtainable};
    for (const Panel& panel : figure.panels) {
        if (panel.left_out) continue;
        ++(panel.full_scale() ? state.counts.full
           : panel.drawable() ? state.counts.smaller
                              : state.counts.missing);
    }
    set_verdict(state, paper, spec.claims);
    return state;
}

void fill_states(Paper& paper) {
    const Experiment& experiment = paper.experiment;
    for (const TableSpec& spec : experiment.tables)
        if (!spec.ours_only && !spec.facts) paper.states.push_back(table_state(paper, spec));
    // A figure that no claim speaks of shows something, and says neither yes nor no.
    for (const Figure& figure : paper.figures)
        if (!figure.spec->claims.empty() || !figure.spec->not_obtainable.empty())
            paper.states.push_back(figure_state(paper, figure));
    for (const Claim& claim : paper.claims) {
        const std::string& id = claim.spec->id;
        StateLine& state = paper.states.emplace_back(StateLine{experiment.id, "claim", id, id});
        state.verdict = claim.ours.verdict;
        state.why = fmt::format("{} of {} hold", claim.ours.tally.hold(), claim.ours.tally.total());
        state.on = claim.on;
    }
}

/// Returns "35 of 75 at the paper's scale, 30 within the tolerance".
std::string counts_text(const Counts& counts) {
    std::string text =
        fmt::format("{} of {} at the paper's scale", counts.full, counts.total() - counts.not_obtainable);
    return counts.tolerance ? text + fmt::format(", {} within the tolerance", counts.within) : text;
}

}  // namespace

std::vector<Use> uses_of(const Paper& paper) {
    std::vector<Use> uses;
    for (const Table& table : paper.tables)
        for (const auto& row : table.cells)
            for (const Cell& cell : row)
                for (const Measured* one : {static_cast<const Measured*>(&cell), &cell.beside})
                    uses.push_back({one->runs, "table-" + file_slug(table.spec->id), table.spec->label});
    for (const Figure& figure : paper.figures)
        for (const Panel& panel : figure.panels)
            for (const Series& series : panel.series)
                uses.push_back({series.runs, "figure-" + file_slug(figure.spec->id), figure.spec->label});
    return uses;
}

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
    collect_used(paper);
}

std::string state_listing(const ReportResult& result) {
    std::string text;
    for (const bool claims : {false, true}) {
        text += claims ? "\nClaims\n" : "Tables and figures\n";
        for (const StateLine& line : result.states)
            if ((line.kind == "claim") == claims)
                text += fmt::format("  {:<10} {:<28} {:<16} {}\n", line.paper, line.label, line.text(),
                                    line.why.empty() ? counts_text(line.counts) : line.why);
    }
    return text;
}

}  // namespace reboost::report
