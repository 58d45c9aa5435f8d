/// The state of each table and figure: reproduced, not reproduced, unclear, not tested.
#include "report/pages/report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// All claims that decide a table or figure, but for those that nobody can decide. What is not measured goes
/// before what is, and unclear.
void set_verdict(StateLine& state, const Paper& paper, const std::vector<std::string>& ids) {
    std::size_t obtainable = 0, unmeasured = 0, undecided = 0, refuted = 0;
    for (const std::string& id : ids) {
        const auto claim = std::find_if(paper.claims.begin(), paper.claims.end(),
                                        [&](const Claim& c) { return c.spec->id == id; });
        if (claim == paper.claims.end())
            throw UsageError("paper.json of " + paper.experiment.id + " names the claim '" + id +
                             "', which it has not");
        if (state.on.empty()) state.on = claim->on;
        obtainable += claim->ours.verdict != Verdict::not_obtainable;
        unmeasured += claim->ours.verdict == Verdict::not_tested;
        undecided += claim->ours.verdict == Verdict::unclear;
        refuted += claim->ours.verdict == Verdict::contradicted;
    }
    state.verdict = refuted > 0       ? Verdict::contradicted
                    : obtainable == 0 ? (ids.empty() ? Verdict::not_tested : Verdict::not_obtainable)
                    : unmeasured > 0  ? Verdict::not_tested
                    : undecided > 0   ? Verdict::unclear
                                      : Verdict::supported;
}

StateLine table_state(const Paper& paper, const Table& table) {
    const TableSpec& spec = *table.spec;
    StateLine state{paper.experiment.id, "table", spec.label};
    const Counts& counts = state.counts = count_cells(table);
    const std::size_t obtainable = counts.total() - counts.not_obtainable;
    if (counts.total() > 0 && obtainable == 0) {
        state.verdict = Verdict::not_obtainable;
        for (const auto* axes : {&spec.rows, &spec.columns})
            for (const Axis& axis : *axes)
                if (state.why.empty()) state.why = axis.not_obtainable;
    } else if (spec.judged()) {
        if (counts.within < counts.full)
            state.verdict = Verdict::contradicted;  // whatever the others give
        else if (counts.full == obtainable)
            state.verdict = Verdict::supported;
    } else if (!spec.claims.empty()) {
        set_verdict(state, paper, spec.claims);
    }
    return state;
}

StateLine figure_state(const Paper& paper, const Figure& figure) {
    const FigureSpec& spec = *figure.spec;
    StateLine state{paper.experiment.id, "figure", spec.label};
    if (!spec.not_obtainable.empty()) {
        state.verdict = Verdict::not_obtainable;
        state.why = spec.not_obtainable;
        return state;
    }
    for (const Panel& panel : figure.panels) {
        if (!panel.one_axis_of.empty() || panel.left_out) continue;
        ++(panel.full_scale() ? state.counts.full
           : panel.drawable() ? state.counts.smaller
                              : state.counts.missing);
    }
    set_verdict(state, paper, spec.claims);
    return state;
}

/// "35 of 75 at the paper's scale, 30 within the tolerance".
std::string counts_text(const Counts& counts) {
    std::string text =
        fmt::format("{} of {} at the paper's scale", counts.full, counts.total() - counts.not_obtainable);
    return counts.tolerance ? text + fmt::format(", {} within the tolerance", counts.within) : text;
}

}  // namespace

void fill_states(Paper& paper) {
    const Experiment& experiment = paper.experiment;
    for (const TableSpec& spec : experiment.tables) {
        if (spec.ours_only) continue;
        const auto filled = std::ranges::find(paper.tables, &spec, &Table::spec);
        if (filled == paper.tables.end())
            paper.states.push_back({experiment.id, "table", spec.label});
        else
            paper.states.push_back(table_state(paper, *filled));
        paper.states.back().id = spec.id;
    }
    // A figure that no claim speaks of shows something, and says neither yes nor no.
    for (const Figure& figure : paper.figures)
        if (!figure.spec->claims.empty() || !figure.spec->not_obtainable.empty()) {
            paper.states.push_back(figure_state(paper, figure));
            paper.states.back().id = figure.spec->id;
        }
    for (const Claim& claim : paper.claims) {
        const Tally& tally = claim.ours.tally;
        StateLine state{experiment.id, "claim", claim.spec->id, claim.ours.verdict};
        state.why = fmt::format("{} of {} hold", tally.hold(), tally.total());
        state.on = claim.on;
        state.id = claim.spec->id;
        paper.states.push_back(std::move(state));
    }
    for (StateLine& state : paper.states)
        state.verdict_text = state.kind == "claim" ? verdict_text(state.verdict, state.on)
                                                   : state_text(state.verdict, state.on);
}

std::string state_listing(const ReportResult& result) {
    std::string text;
    for (const bool claims : {false, true}) {
        text += claims ? "\nClaims\n" : "Tables and figures\n";
        for (const StateLine& line : result.states)
            if ((line.kind == "claim") == claims)
                text += fmt::format("  {:<10} {:<28} {:<16} {}\n", line.paper, line.label, line.verdict_text,
                                    line.why.empty() ? counts_text(line.counts) : line.why);
    }
    return text;
}

}  // namespace reboost::report
