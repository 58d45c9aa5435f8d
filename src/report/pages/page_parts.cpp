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

std::vector<std::pair<const Headline*, const Claim*>> headline_claims(const Paper& paper) {
    std::vector<std::pair<const Headline*, const Claim*>> found;
    for (const Headline& line : paper.experiment.headline)
        for (const Claim& claim : paper.claims)
            if (claim.spec->id == line.claim) found.emplace_back(&line, &claim);
    std::stable_partition(found.begin(), found.end(),
                          [](const auto& one) { return is_decided(one.second->ours.verdict); });
    return found;
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
