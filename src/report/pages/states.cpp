/// The state of each table and figure: reproduced, not reproduced, unclear, not tested; and why.
#include "report/measures/escape.hpp"
#include "report/pages/report.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// All of the claims that decide a table or figure, but for those that can never be decided. What is not
/// measured goes before what is, and undecided.
Verdict verdict_of(const Paper& paper, const std::vector<std::string>& ids, std::string& why,
                   std::string& on) {
    std::size_t obtainable = 0, unmeasured = 0, undecided = 0, refuted = 0;
    for (const std::string& id : ids) {
        const auto claim = std::find_if(paper.claims.begin(), paper.claims.end(),
                                        [&](const Claim& c) { return c.spec->id == id; });
        if (claim == paper.claims.end())
            throw UsageError("paper.json of " + paper.experiment.id + " names the claim '" + id +
                             "', which it has not");
        why += fmt::format("{}“{}”: {}", why.empty() ? "" : "; ", claim->spec->sentence,
                           verdict_text(claim->ours.verdict, claim->on));
        if (on.empty()) on = claim->on;
        obtainable += claim->ours.verdict != Verdict::not_obtainable;
        unmeasured += claim->ours.verdict == Verdict::not_tested;
        undecided += claim->ours.verdict == Verdict::unclear;
        refuted += claim->ours.verdict == Verdict::contradicted;
    }
    if (refuted > 0) return Verdict::contradicted;
    if (obtainable == 0) return ids.empty() ? Verdict::not_tested : Verdict::not_obtainable;
    if (unmeasured > 0) return Verdict::not_tested;
    return undecided > 0 ? Verdict::unclear : Verdict::supported;
}

/// " (Stump 35 of 35, Tree 0 of 40)" for a table in blocks, of all their cells.
std::string block_counts(const Table& table) {
    std::vector<std::pair<std::string, std::pair<std::size_t, std::size_t>>> blocks;
    for (std::size_t i = 0; i < table.spec->rows.size(); ++i) {
        const std::string& name = table.spec->rows[i].block;
        if (name.empty()) return "";
        if (blocks.empty() || blocks.back().first != name) blocks.push_back({name, {0, 0}});
        for (const Cell& cell : table.cells[i]) {
            blocks.back().second.first += cell.full_scale();
            ++blocks.back().second.second;
        }
    }
    std::string text;
    for (const auto& [name, counts] : blocks)
        text += fmt::format("{}{} {} of {}", text.empty() ? " (" : ", ", name, counts.first, counts.second);
    return blocks.size() > 1 ? text + ")" : "";
}

StateLine table_state(const Paper& paper, const Table& table) {
    const TableSpec& spec = *table.spec;
    const TableCount count = count_cells(table);
    StateLine state{paper.experiment.id, "table", spec.label, Verdict::not_tested, ""};
    state.counts = {count.within,
                    count.full_scale,
                    count.measured - count.full_scale,
                    count.missing(),
                    count.published - count.obtainable,
                    spec.tolerance || spec.relative_tolerance};
    if (count.published > 0 && count.obtainable == 0) {
        state.verdict = Verdict::not_obtainable;
        for (const auto* axes : {&spec.rows, &spec.columns})
            for (const Axis& axis : *axes)
                if (state.why.empty()) state.why = axis.not_obtainable;
        return state;
    }
    state.why =
        fmt::format("{} of {} cells measured at the paper's scale", count.full_scale, count.obtainable) +
        block_counts(table);
    const bool judged = spec.tolerance || spec.relative_tolerance;
    if (judged && count.full_scale > 0)
        state.why +=
            fmt::format(", {} of them {}", count.within,
                        spec.tolerance == 0 ? "equal to the published" : "within ±" + tolerance_text(spec));
    if (count.measured > count.full_scale)
        state.why += fmt::format("; {} more at fewer rounds or splits, or on stand-ins",
                                 count.measured - count.full_scale);
    if (count.obtainable < count.published)
        state.why += fmt::format("; {} not obtainable", count.published - count.obtainable);
    if (judged) {
        const std::size_t open = count.obtainable - count.full_scale;
        if (count.within < count.full_scale)
            state.verdict = Verdict::contradicted;  // whatever the others give
        else if (open == 0)
            state.verdict = Verdict::supported;
        else
            state.why += fmt::format("; each of the {}{} could still turn it to not reproduced", open,
                                     count.full_scale > 0 ? " others" : ", measured so,");
    } else if (!spec.claims.empty()) {
        std::string claims;
        state.verdict = verdict_of(paper, spec.claims, claims, state.on);
        state.why += "; " + claims;
    }
    return state;
}

StateLine figure_state(const Paper& paper, const Figure& figure) {
    const FigureSpec& spec = *figure.spec;
    StateLine state{paper.experiment.id, "figure", spec.label, Verdict::not_tested, ""};
    if (!spec.not_obtainable.empty())
        return {paper.experiment.id, "figure", spec.label, Verdict::not_obtainable, spec.not_obtainable};
    std::size_t drawable = 0, full = 0, whole = 0, wanted = 0;
    for (const Panel& panel : figure.panels) {
        if (!panel.one_axis_of.empty()) continue;
        wanted += !panel.left_out;
        drawable += panel.drawable();
        full += panel.full_scale();
        whole += panel.whole();
    }
    state.why = fmt::format("{} of {} panels drawn, {} of them whole and at the paper's scale", drawable,
                            wanted, full);
    if (whole > full) state.why += fmt::format(", {} so on stand-ins", whole - full);
    std::string claims;
    state.verdict = verdict_of(paper, spec.claims, claims, state.on);
    if (!claims.empty()) state.why += "; " + claims;
    state.counts.full = full;
    state.counts.smaller = drawable - full;
    state.counts.missing = wanted - drawable;
    return state;
}

}  // namespace

void fill_states(Paper& paper) {
    const Experiment& experiment = paper.experiment;
    for (const TableSpec& spec : experiment.tables) {
        if (spec.ours_only) continue;
        const auto filled = std::ranges::find(paper.tables, &spec, &Table::spec);
        if (filled == paper.tables.end())
            paper.states.push_back({experiment.id, "table", spec.label, Verdict::not_tested,
                                    "in seconds, left out of a report without timings"});
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
        paper.states.push_back(
            {experiment.id, "claim", claim.spec->id, claim.ours.verdict, claim.ours.evidence});
        paper.states.back().on = claim.on;
        paper.states.back().id = claim.spec->id;
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
                                    line.why);
    }
    return text;
}

}  // namespace reboost::report
