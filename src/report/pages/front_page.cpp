#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// What shows a paper best: a figure of its own at its own scale; of a contest curves rather than a forest
/// plot.
const Panel* cover(const Paper& paper) {
    const Panel* best = nullptr;
    int most = 0;
    for (const Panel* panel : panels_of(paper)) {
        const int merit = !panel->drawn ? 0 : 1 + 2 * (panel->kind == "curves" || panel->kind == "measures");
        if (merit > most) std::tie(best, most) = std::pair{panel, merit};
    }
    for (const Figure& figure : paper.figures)
        for (const Panel& panel : figure.panels) {
            const int merit = !panel.drawn ? 0 : 3 + !figure.spec->claims.empty() + 2 * panel.full_scale();
            if (merit > most) std::tie(best, most) = std::pair{&panel, merit};
        }
    return best;
}

Value card_figure(const Paper& paper) {
    const Panel* panel = cover(paper);
    if (panel == nullptr) return false;
    return Value::object()
        .set("src", "figures/" + panel->name + ".svg")
        .set("target", page_name(paper) + "#" + panel_anchor(*panel))
        .set("alt", panel->title);
}

/// The tables and figures of a card of which `wanted` holds.
template <typename Wanted>
Value card_items(const Paper& paper, Wanted wanted) {
    const std::string page = page_name(paper);
    Value items = Value::list();
    for (const StateLine& state : paper.states) {
        if (state.kind == "claim" || !wanted(state)) continue;
        const bool folded = state.verdict == Verdict::not_obtainable;
        Value item = Value::object();
        const bool said = state.label.ends_with("(ours)");
        const bool ours = paper.published() && !said && !of_text(state, paper.experiment);
        item.set("label", state.label + (ours ? " (ours)" : ""))
            .set("target", page + "#" + (folded ? "not-obtainable" : section_anchor(state, paper)));
        set_state(item, state);
        items.push(std::move(item));
    }
    return items;
}

/// Of a paper's tables and figures, the share that has a verdict.
double decided_share(const Paper& paper) {
    int items = 0;
    int with_verdict = 0;
    for (const StateLine& state : paper.states)
        if (state.kind != "claim") {
            ++items;
            with_verdict += is_decided(state.verdict);
        }
    return items == 0 ? 0 : static_cast<double>(with_verdict) / items;
}

/// What a config's own comparison comes to, by its first contest over work.
Value answers(const Paper& paper) {
    if (paper.published() || paper.contests.empty() || paper.contests.front()->sections.empty())
        return Value::list();
    return texts(paper.contests.front()->sections.front().answer);
}

/// "14 hold, 7 do not, 3 open".
std::string claims_text(const VerdictCounts& counts) {
    return fmt::format("{} hold, {} do not, {}", counts.reproduced, counts.not_reproduced, open_text(counts));
}

/// How many claims hold, do not, are undecided, are not measured; false without claims.
Value claims_bar(const Paper& paper) {
    VerdictCounts counts;
    counts.add_claims(paper);
    if (counts.total() == 0) return false;
    Value parts = Value::list();
    for (const auto& [kind, count, meaning] :
         {std::tuple{"within", counts.reproduced, "hold"},
          std::tuple{"fails", counts.not_reproduced, "do not hold"},
          std::tuple{"undecided", counts.undecided, "undecided: measured, but not sure"},
          std::tuple{"missing", counts.not_measured, "open: not enough data"}})
        if (count > 0)
            parts.push(Value::object()
                           .set("kind", kind)
                           .set("count", std::to_string(count))
                           .set("meaning", fmt::format("claims {}", meaning)));
    return Value::object()
        .set("has_bar", true)
        .set("counts_text", "claims: " + claims_text(counts))
        .set("parts", std::move(parts));
}

Value card(const Paper& paper) {
    const std::string page = page_name(paper);
    Value open_items = card_items(paper, [](const StateLine& state) { return is_open(state.verdict); });
    Value never =
        card_items(paper, [](const StateLine& state) { return state.verdict == Verdict::not_obtainable; });
    const std::size_t open = open_items.as_list().size(), never_count = never.as_list().size();
    return Value::object()
        .set("id", "card-" + file_slug(paper.experiment.id))
        .set("page", page)
        .set("title", paper.experiment.title)
        .set("byline", some(byline(paper)))
        .set("figure", card_figure(paper))
        .set("sentence", verdict_sentence(paper))
        .set("claims_bar", claims_bar(paper))
        .set("headline", headline(paper, page))
        .set("answers", answers(paper))
        .set("items", card_items(paper, [](const StateLine& state) { return is_decided(state.verdict); }))
        .set("open", std::move(open_items))
        .set("open_count", std::to_string(open))
        .set("never", std::move(never))
        .set("never_count", std::to_string(never_count));
}

/// What computed the runs that are not reference results.
std::vector<std::string> machines(const PageInput& input) {
    std::map<std::string, std::set<std::string>> runs;  // ids
    const auto text = [](const Run& run, const char* name) {
        return text_at(run.attributes, name, "unknown");
    };
    for (const auto& paper : input.papers)
        for (const Run* run : paper->used)
            if (!run->reference)
                runs[text(*run, "cpu") + "; " + text(*run, "compiler") + " " + text(*run, "flags") +
                     "; source revision " + text(*run, "git_revision")]
                    .insert(run->id);
    std::vector<std::string> lines;
    for (const auto& [machine, ids] : runs)
        lines.push_back(fmt::format("{}: {} of the runs used", machine, ids.size()));
    if (lines.empty() && input.result.reference_used > 0)
        lines.emplace_back("No runs of this machine: every value is a reference result, computed elsewhere.");
    return lines;
}

bool shows_texts(const PageInput& input) {
    return std::ranges::any_of(input.papers, [](const auto& paper) { return paper->published(); });
}

/// In the words of what the report holds: texts reproduced, or configs of one's own.
std::string front_heading(const PageInput& input) {
    if (shows_texts(input)) return "ReBoost: published figures, measured again";
    return input.papers.size() == 1 ? input.papers.front()->experiment.title
                                    : fmt::format("ReBoost: {} configs", input.papers.size());
}

/// "Of 93 claims of 5 experiments: 60 hold, 20 do not, 13 open."; empty without claims.
Value all_claims(const PageInput& input) {
    VerdictCounts counts;
    std::size_t shown = 0;
    for (const auto& paper : input.papers) {
        if (!paper->published()) continue;
        counts.add_claims(*paper);
        ++shown;
    }
    if (counts.total() == 0) return Value::list();
    return texts({fmt::format("Of {} claims of {}: {}.", counts.total(), counted(shown, "experiment"),
                              claims_text(counts))});
}

}  // namespace

Value front_page(const PageInput& input) {
    const ReportResult& result = input.result;
    const bool texts_shown = shows_texts(input);  // else most reference results have no part in it
    std::string found = texts_shown ? fmt::format("{} of {} finished runs are used below", result.runs_used,
                                                  result.runs_found)
                                    : counted(result.runs_used, "finished run") + " used below";
    if (result.reference_used > 0)
        found += fmt::format(
            "; {} are reference results, computed elsewhere and kept with the sources",
            result.reference_used == result.runs_used ? "all" : std::to_string(result.reference_used));
    if (texts_shown && result.runs_used < result.runs_found)
        found += fmt::format("; of the other {} no table, figure or comparison here shows anything",
                             result.runs_found - result.runs_used);
    Value verified = false;
    if (!result.verified.empty()) {
        Value groups = Value::list_of(result.verified_groups, [](const VerificationGroup& group) {
            return Value::object().set("group", group.text).set("runs", texts(group.runs));
        });
        verified = Value::object().set("sentence", result.verified).set("groups", std::move(groups));
    }
    // What is known first.
    std::vector<const Paper*> ordered;
    for (const auto& paper : input.papers)
        ordered.push_back(&*paper);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Paper* a, const Paper* b) { return decided_share(*a) > decided_share(*b); });
    return Value::object()
        .set("page_title", "ReBoost report")
        .set("charts", false)
        .set("root", "")
        .set("heading", front_heading(input))
        .set("all_claims", all_claims(input))
        .set("found", found + ".")
        .set("warnings", texts(result.warnings))
        .set("verified", std::move(verified))
        .set("has_published", texts_shown)
        .set("papers", Value::list_of(ordered, [&](const Paper* paper) { return card(*paper); }))
        .set("machines", texts(machines(input)));
}

}  // namespace reboost::report
