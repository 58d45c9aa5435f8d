/// What the front page and the papers' pages share.
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "results/source_state.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace reboost::report {
namespace {

std::string counts_text(const Counts& counts, bool cells) {
    std::string text = fmt::format("{} of {} {} at the paper's scale", counts.full, counts.total(),
                                   cells ? "cells" : "panels");
    if (counts.tolerance) text += fmt::format(", {} within the tolerance", counts.within);
    if (counts.smaller > 0)
        text += fmt::format(", {} at fewer rounds or splits, or on stand-ins", counts.smaller);
    text += fmt::format(", {} missing", counts.missing);
    if (counts.not_obtainable > 0) text += fmt::format(", {} not obtainable", counts.not_obtainable);
    return text;
}

}  // namespace

std::string modified_sources_note(const Paper& paper) {
    const auto modified = std::count_if(paper.used.begin(), paper.used.end(), [](const Run* run) {
        return !results::why_not_counted(run->attributes, {}).empty();
    });
    if (modified == 0) return "";
    return fmt::format(
        "{} of these {} came from modified sources (their revision ends in -dirty); no clean revision has "
        "given their values again yet.",
        modified, counted(paper.used.size(), "run"));
}

Value some(const std::string& text) {
    if (text.empty()) return false;
    return Value::object().set("text", text);
}

Value texts(const std::vector<std::string>& lines) {
    return Value::list_of(lines, [](const std::string& line) { return some(line); });
}

std::string data_text(const Run& run) {
    std::string text = text_at(run.attributes, "dataset_source");
    if (run.stand_in()) text += ", stand-in";
    const std::string note = text_at(run.attributes, "dataset_note");
    return note.empty() ? text : text + ", " + note;
}

std::string page_name(const Paper& paper) {
    return file_slug(paper.experiment.id) + ".html";
}

std::string section_anchor(const StateLine& state, const Paper& paper) {
    for (const TableSpec& table : paper.experiment.tables)
        if (state.kind == "table" && table.label == state.label) return "table-" + file_slug(table.id);
    for (const FigureSpec& figure : paper.experiment.figures)
        if (state.kind == "figure" && figure.label == state.label) return "figure-" + file_slug(figure.id);
    return "claim-" + file_slug(state.label);
}

std::string panel_anchor(const Panel& panel) {
    return "panel-" + panel.name;
}

std::string byline(const Paper& paper) {
    if (!paper.published()) return "";
    const Experiment& e = paper.experiment;
    const std::string year = std::to_string(e.year);
    const bool said = e.venue.find(year) != std::string::npos;  // "IJCAI 2015"
    return e.authors + ", " + e.venue + (said ? "" : ", " + year);
}

std::string web_address(const Experiment& experiment) {
    return experiment.link.starts_with("10.") ? "https://doi.org/" + experiment.link : experiment.link;
}

Value paper_link(const Paper& paper) {
    const std::string address = web_address(paper.experiment);
    if (!paper.published() || address.empty()) return false;
    return Value::object().set("paper_href", address);
}

bool of_text(const Claim& claim) {
    return !claim.spec->ours;
}

bool of_text(const StateLine& state, const Experiment& experiment) {
    if (experiment.order.empty()) return true;
    const auto placed = [&](const auto& items) {
        return std::ranges::any_of(items, [&](const auto& item) {
            return item.label == state.label && experiment.place(item.id) < experiment.order.size();
        });
    };
    return state.kind == "table" ? placed(experiment.tables) : placed(experiment.figures);
}

void VerdictCounts::add(Verdict verdict) {
    reproduced += verdict == Verdict::reproduced;
    not_reproduced += verdict == Verdict::not_reproduced;
    undecided += verdict == Verdict::undecided;
    not_measured += verdict == Verdict::not_enough_data;
    never += verdict == Verdict::not_obtainable;
}

void VerdictCounts::add_claims(const Paper& paper) {
    for (const Claim& claim : paper.claims)
        if (of_text(claim)) add(claim.ours.verdict);
}

std::string open_text(const VerdictCounts& counts) {
    std::string text = fmt::format("{} open", counts.open());
    if (counts.undecided == 0) return text;
    if (counts.not_measured == 0) return text + " (measured, but undecided)";
    return text + fmt::format(" ({} measured, but undecided)", counts.undecided);
}

std::string verdict_sentence(const Paper& paper) {
    if (!paper.published()) return counted(paper.used.size(), "run") + ".";
    VerdictCounts items, claims;
    for (const StateLine& state : paper.states)
        if (state.kind != "claim" && of_text(state, paper.experiment)) items.add(state.verdict);
    claims.add_claims(paper);
    std::string text;
    if (items.total() > 0)
        text = fmt::format("{} of {} tables and figures reproduced, {} not, {}. ", items.reproduced,
                           items.total(), items.not_reproduced, open_text(items));
    text += fmt::format("{} of {} claims hold, {} {} not, {}.", claims.reproduced, claims.total(),
                        claims.not_reproduced, claims.not_reproduced == 1 ? "does" : "do", open_text(claims));
    const auto counted = [](std::size_t count, const char* one, const char* many) {
        return count == 0 ? "" : fmt::format("{} {}", count, count == 1 ? one : many);
    };
    std::string never = counted(items.never, "table or figure", "tables or figures");
    if (items.never > 0 && claims.never > 0) never += ", ";
    never += counted(claims.never, "claim", "claims");
    return text + (never.empty() ? "" : " Nothing to measure: " + never + ".");
}

std::vector<std::pair<const Headline*, const Claim*>> headline_claims(const Paper& paper) {
    std::vector<std::pair<const Headline*, const Claim*>> found;
    for (const Headline& line : paper.experiment.headline)
        for (const Claim& claim : paper.claims)
            if (claim.spec->id == line.claim) found.emplace_back(&line, &claim);
    std::stable_partition(found.begin(), found.end(),
                          [](const auto& one) { return is_decided(one.second->ours.verdict); });
    return found;
}

Value headline(const Paper& paper, const std::string& page) {
    Value list = Value::list();
    for (const auto& [line, claim] : headline_claims(paper)) {
        const bool folded = claim->ours.verdict == Verdict::not_obtainable;
        list.push(
            Value::object()
                .set("sentence", line->sentence)
                .set("target", page + "#" + (folded ? "not-obtainable" : "claim-" + file_slug(line->claim)))
                .set("verdict", verdict_text(claim->ours.verdict, paper.experiment, claim->on))
                .set("verdict_class", std::to_string(static_cast<int>(claim->ours.verdict)))
                .set("evidence", claim->ours.evidence)
                .set("indication", some(claim->indication)));
    }
    return list;
}

void set_state(Value& value, const StateLine& state) {
    const Counts& counts = state.counts;
    const bool has_bar = counts.total() > 0 && state.verdict != Verdict::not_obtainable;
    value.set("verdict", state.verdict_text)
        .set("verdict_class", std::to_string(static_cast<int>(state.verdict)))
        .set("why", state.why)
        .set("has_bar", has_bar)
        .set("counts_text", counts_text(counts, state.kind == "table"));
    Value parts = Value::list();
    const std::size_t within = counts.tolerance ? counts.within : 0;
    for (const auto& [kind, count, meaning] :
         {std::tuple{"within", within, "within the tolerance"},
          std::tuple{counts.tolerance ? "outside" : "full", counts.full - within,
                     counts.tolerance ? "outside the tolerance" : "at the paper's scale"},
          std::tuple{"smaller", counts.smaller, "at fewer rounds or splits, or on stand-ins"},
          std::tuple{"missing", counts.missing, "missing"},
          std::tuple{"never", counts.not_obtainable, "not obtainable"}}) {
        if (count > 0)
            parts.push(Value::object()
                           .set("kind", kind)
                           .set("count", std::to_string(count))
                           .set("meaning", meaning));
    }
    value.set("parts", std::move(parts));
}

}  // namespace reboost::report
