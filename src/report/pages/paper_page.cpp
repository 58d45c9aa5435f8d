#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/contest_page.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/run_pages.hpp"
#include "report/paper/panel_notes.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

Value panel_value(const Figure& figure, const Panel& panel) {
    Value other_drawing = false;
    for (const Panel& other : figure.panels)
        if (other.one_axis_of == panel.name && other.drawn)
            other_drawing = Value::object().set("one_axis_base", "figures/" + other.name);
    return Value::object()
        .set("panel_anchor", panel_anchor(panel))
        .set("base", "figures/" + panel.name)
        .set("drawn", panel.drawn)
        .set("height", static_cast<std::uint64_t>(panel.height()))
        .set("charted", panel.charted())
        .set("alt", panel.title + ": " + panel.y_label + " against " + panel.x_label)
        .set("panel_title", panel.title)
        .set("panel_notes", some(panel_notes(panel)))
        .set("one_axis", std::move(other_drawing))
        .set("absent", some(fmt::format("{}", fmt::join(panel.absent, ", "))));
}

/// Whether one of these rows has anything in its last column.
bool has_published(const Value& claims) {
    return std::ranges::any_of(claims.as_list(), [](const Value& claim) {
        return !claim.at("published_evidence").as_string().empty() || claim.at("contradicted").as_bool() ||
               claim.at("comment").is_object();
    });
}

Value claim_value(const Claim& claim) {
    return Value::object()
        .set("claim_anchor", "claim-" + file_slug(claim.spec->id))
        .set("claim_sentence", claim.spec->sentence)
        .set("scope", claim.spec->scope)
        .set("verdict", verdict_text(claim.ours.verdict, claim.on))
        .set("verdict_class", std::to_string(static_cast<int>(claim.ours.verdict)))
        .set("ours", claim.ours.evidence)
        .set("indication", some(claim.indication))
        .set("published_evidence", claim.published)
        .set("contradicted", claim.contradicted)
        .set("comment", some(claim.spec->comment));
}

/// Hands out each claim once: to the first table or figure that it speaks of.
class ClaimsLeft {
  public:
    explicit ClaimsLeft(const Paper& paper) {
        for (const Claim& claim : paper.claims)
            if (claim.ours.verdict != Verdict::not_obtainable) left_.push_back(&claim);
    }
    Value of(const std::vector<std::string>& ids, const std::string& table) {
        return take([&](const Claim& claim) {
            const Value* named = claim.spec->parameters.find("table");
            return (named != nullptr && named->is_string() && !table.empty() &&
                    named->as_string() == table) ||
                   std::find(ids.begin(), ids.end(), claim.spec->id) != ids.end();
        });
    }
    Value rest() {
        return take([](const Claim&) { return true; });
    }

  private:
    template <typename Wanted>
    Value take(Wanted wanted) {
        Value list = Value::list();
        std::erase_if(left_, [&](const Claim* claim) {
            if (!wanted(*claim)) return false;
            list.push(claim_value(*claim));
            return true;
        });
        return list;
    }
    std::vector<const Claim*> left_;
};

const StateLine* state_of(const Paper& paper, const std::string& kind, const std::string& label) {
    for (const StateLine& state : paper.states)
        if (state.kind == kind && state.label == label) return &state;
    return nullptr;
}

/// What every section has; the caller fills in its table or panels.
Value section(const std::string& anchor, const std::string& label, const std::string& caption,
              const StateLine* state, const Value& claims) {
    Value value = Value::object();
    value.set("anchor", anchor)
        .set("label", label)
        .set("caption", caption)
        .set("heading", false)
        .set("folded_section", false)
        .set("has_state", state != nullptr)
        .set("without_runs", false)
        .set("table", false)
        .set("panels", Value::list())
        .set("remarks", Value::list())
        .set("published_claims", has_published(claims))
        .set("section_claims", claims);
    set_state(value, state != nullptr ? *state : StateLine{});
    set_contest_parts(value, {});
    return value;
}

/// One line of links for each contest, then each table and figure.
Value contents(const Paper& paper, const Value& sections) {
    Value list = Value::list();
    std::size_t next = 0;
    for (const auto& contest : paper.contests) {
        if (contest->sections.empty()) continue;
        Value links = Value::list();
        for (const ContestSection& part : contest->sections)
            links.push(Value::object()
                           .set("anchor", sections.as_list()[next++].at("anchor"))
                           .set("label", part.short_label)
                           .set("is_last", &part == &contest->sections.back()));
        list.push(
            Value::object()
                .set("group", Value::object().set("label", contest->contest.spec->label).set("links", links))
                .set("single", false));
    }
    for (; next < sections.as_list().size(); ++next)
        list.push(Value::object().set("group", false).set("single", sections.as_list()[next]));
    return list;
}

Value contest_section(const FilledContest& contest, const ContestSection& part) {
    Value value = section(file_slug(contest.contest.spec->id + "-" + part.id), part.label, part.caption,
                          nullptr, Value::list());
    Value panels = Value::list();
    for (const Panel& panel : part.panels)
        if (panel.drawable()) panels.push(panel_value({}, panel));
    value.set("panels", std::move(panels));
    set_contest_parts(value, part);
    value.set("folded_section", true);
    return value;
}

Value figure_section(const Paper& paper, const Figure& figure, ClaimsLeft& claims) {
    const FigureSpec& spec = *figure.spec;
    Value value = section("figure-" + file_slug(spec.id), spec.label, spec.caption,
                          state_of(paper, "figure", spec.label), claims.of(spec.claims, ""));
    Value panels = Value::list(), remarks = Value::list();
    std::string missing;
    bool left_out = false;
    for (const Panel& panel : figure.panels) {
        if (!panel.one_axis_of.empty()) continue;
        left_out = left_out || panel.left_out;
        if (panel.drawable())
            panels.push(panel_value(figure, panel));
        else if (!panel.left_out)
            missing += (missing.empty() ? "" : "; ") + (panel.title.empty() ? spec.label : panel.title);
    }
    if (left_out) remarks.push(some("Panels over seconds are left out of a report without timings."));
    if (!missing.empty()) remarks.push(some("No runs yet for: " + missing + "."));
    value.set("panels", std::move(panels)).set("remarks", std::move(remarks));
    return value;
}

/// Nothing of it could be drawn for want of runs.
bool without_runs(const Figure& figure) {
    return std::ranges::none_of(figure.panels, [](const Panel& p) { return p.drawable() || p.left_out; });
}

/// Figures that have no run yet.
Value empty_figures(const Paper& paper) {
    Value list = Value::list();
    for (const Figure& figure : paper.figures)
        if (figure.spec->not_obtainable.empty() && without_runs(figure))
            list.push(Value::object()
                          .set("anchor", "figure-" + file_slug(figure.spec->id))
                          .set("label", figure.spec->label)
                          .set("caption", figure.spec->caption));
    return list;
}

/// Tables and figures by their ids, tables first.
std::vector<std::pair<std::string, Value>> parts_of(const Paper& paper, ClaimsLeft& claims) {
    std::vector<std::pair<std::string, Value>> parts;
    for (const Table& table : paper.tables) {
        const TableSpec& spec = *table.spec;
        if (is_contest_table(spec)) continue;
        const StateLine* state = state_of(paper, "table", spec.label);
        if (state != nullptr && state->verdict == Verdict::not_obtainable) continue;
        if (spec.ours_only && count_cells(table).measured == 0) continue;
        Value value = section("table-" + file_slug(spec.id), spec.label, spec.caption, state,
                              claims.of(spec.claims, spec.id));
        value.set("table", table_value(table, paper.experiment.id))
            .set("without_runs", count_cells(table).measured == 0);
        parts.emplace_back(spec.id, std::move(value));
    }
    for (const std::string& label : paper.tables_left_out)
        parts.emplace_back(
            "", section("table-left-out-" + file_slug(label), label,
                        "In seconds: left out of a report without timings.", nullptr, Value::list()));
    for (const Figure& figure : paper.figures)
        if (figure.spec->not_obtainable.empty() && !without_runs(figure))
            parts.emplace_back(figure.spec->id, figure_section(paper, figure, claims));
    return parts;
}

/// In the text's own order; what the text does not have follows under a heading of its own.
Value sections(const Paper& paper, ClaimsLeft& claims) {
    Value list = Value::list();
    for (const auto& contest : paper.contests)
        for (const ContestSection& part : contest->sections)
            list.push(contest_section(*contest, part));
    const auto place = [&](const auto& part) { return paper.experiment.place(part.first); };
    auto parts = parts_of(paper, claims);
    std::ranges::stable_sort(parts, {}, place);
    const std::size_t beyond = paper.experiment.order.size();
    bool within = false;
    for (auto& part : parts) {
        part.second.set("heading", some(within && place(part) == beyond ? "Not in the text" : ""));
        within = place(part) < beyond;
        list.push(std::move(part.second));
    }
    return list;
}

/// What can never be had, with the reason.
Value folded_items(const Paper& paper) {
    Value list = Value::list();
    for (const StateLine& state : paper.states) {
        if (state.verdict != Verdict::not_obtainable) continue;
        Value item = Value::object();
        std::string label = state.label, instead;
        for (const Claim& claim : paper.claims)
            if (state.kind == "claim" && claim.spec->id == state.label) {
                label = claim.spec->sentence;
                instead = claim.spec->comment;
            }
        item.set("label", label).set("why", state.why).set("instead", some(instead));
        list.push(std::move(item));
    }
    return list;
}

Value runs_value(const Paper& paper) {
    return Value::list_of(paper.listed, [](const Run* run) {
        return Value::object()
            .set("run_label", config::run_label(run->spec))
            .set("id", run->id.substr(0, 12))
            .set("run_href", run_page_name(*run))
            .set("data", data_text(*run))
            .set("program", text_at(run->attributes, "git_revision"))
            .set("origin", run->reference ? " (reference)" : "");
    });
}

}  // namespace

Value paper_page(const Paper& paper, bool charts) {
    ClaimsLeft claims(paper);
    Value parts = sections(paper, claims), rest = claims.rest(), folded = folded_items(paper);
    const std::string other_claims = rest.as_list().size() < paper.claims.size() ? "Other claims" : "Claims";
    const std::size_t never = folded.as_list().size();
    Value listed = contents(paper, parts);
    return Value::object()
        .set("page_title", paper.experiment.title + " · ReBoost report")
        .set("charts", charts)
        .set("root", "")
        .set("paper_link", paper_link(paper))
        .set("title", paper.experiment.title)
        .set("byline", some(byline(paper)))
        .set("notes", texts(paper.experiment.notes))
        .set("shown_contests", std::ranges::any_of(paper.contests,
                                                   [](const auto& contest) {
                                                       return !contest->work.random.empty() ||
                                                              !contest->work.baseline.empty();
                                                   }))
        .set("contents", std::move(listed))
        .set("sections", std::move(parts))
        .set("empty_figures", empty_figures(paper))
        .set("claims_heading", other_claims)
        .set("published_claims", has_published(rest))
        .set("other_claims", rest)
        .set("folded_count", std::to_string(never))
        .set("folded", std::move(folded))
        .set("run_count", std::to_string(paper.used.size()))
        .set("runs_note", some(modified_sources_note(paper)))
        .set("runs", runs_value(paper))
        .set("markdown", paper.experiment.id + "-RESULTS.md");
}

}  // namespace reboost::report
