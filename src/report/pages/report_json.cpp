#include "report/claims/rules.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace reboost::report {
namespace {

Value figure_json(const Figure& figure, const Experiment& experiment) {
    const FigureSpec& spec = *figure.spec;
    return object_of(key("id", spec.id), key("anchor", "figure-" + file_slug(spec.id)),
                     key("file", file_slug(experiment.id + "-" + spec.id + "-figure")),
                     key("label", spec.label), key("caption", spec.caption),
                     key("in_text", experiment.in_text(spec.id)), list_key("claims", spec.claims),
                     some("not_obtainable", spec.not_obtainable),
                     list_key("panels", figure.panels, panel_numbers));
}

/// Returns the common name of the first, or second, members of all pairs in the claim; "" if names differ.
std::string side_of_pairs(const ClaimSpec& spec, const TableSpec& table, bool first) {
    std::set<std::string> names;
    const auto add = [&](const char* key, const auto& name) {
        if (spec.parameters.find(key) == nullptr) return;
        for (const auto& [one, two] : pairs(spec.parameters, key))
            names.insert(first ? name(one, two) : name(two, one));
    };
    const auto row = [&](const std::string& id) -> const Axis& { return table.rows[table.row_index(id)]; };
    add("pairs", [&](const std::string& id, const std::string& other) {
        return row(id).label == row(other).label ? row(id).block : row(id).label;
    });
    add("blocks", [](const std::string& block, const std::string&) { return block; });
    add("column_pairs", [&](const std::string& id, const std::string&) {
        return table.columns[table.column_index(id)].label;
    });
    return names.size() == 1 ? *names.begin() : "";
}

/// Sets which methods a ratio compares, in the words of the pages: the claim's method, then the other one.
/// `inverse`: the number is the ratio of the other one to the claim's method.
void set_sides(Value& effect, const ClaimSpec& spec, const Paper& paper) {
    const Value& parameters = spec.parameters;
    const std::string id = text_at(parameters, "table");
    if (id.empty()) return;
    const TableSpec& table = paper.experiment.table(id);
    const bool of_cost = table.measure.at("name") == Value("cost_to_reach"),
               of_seconds = needs_timing(table.measure);
    const std::string cost = of_seconds ? "CPU seconds" : "work";
    if (effect.at("of") == Value("median ratio")) {
        // compare_pairs divides the second by the first. ratio_at_least divides the first by the second; the
        // second is the claim's method if costs are compared or the factor is below 1.
        const bool of_pairs = spec.rule == "compare_pairs";
        const bool inverse = of_pairs ? text_at(parameters, "better", "lower") == "lower"
                                      : of_cost || parameters.at("factor").as_number() < 1;
        add_members(effect, some("inverse", inverse),
                    some("against", side_of_pairs(spec, table, inverse && !of_pairs)),
                    some("quantity", of_cost ? cost : table.unit));
        return;
    }
    if (effect.at("of") != Value("ratio")) {
        const bool relative = parameters.find("relative_limit") != nullptr;
        add_members(effect, some("unit", relative ? "" : table.unit));
        return;
    }
    const double low = number_at(parameters, "low", kNoValue), high = number_at(parameters, "high", kNoValue);
    add_members(effect, some("inverse", !std::isnan(low) && std::isnan(high)), some("at_least", low),
                some("at_most", high));
    if (const FilledContest* filled = contest_of(table, paper.contests)) {
        const ContestSpec& contest = *filled->contest.spec;
        const auto label = [&](const std::string& name) {
            return contest.rows[find_row(contest, name).value_or(0)].label;
        };
        const std::string& of = parameters.at("of").as_string();
        const bool random = of == "random" && filled->contest.yardstick;
        add_members(
            effect, key("contest", contest.label), key("data_sets", contest.columns.size()),
            key("method", label(parameters.at("rows").as_list().front().as_string())),
            key("against", random ? contest.rows[*filled->contest.yardstick].label : label(contest.baseline)),
            key("quantity", of == "error" ? "errors" : cost));
    }
}

/// Returns null if there is no effect.
Value effect_json(const Effect& effect, const ClaimSpec& spec, const Paper& paper) {
    if (std::isnan(effect.value)) return {};
    Value value = object_of(key("of", effect.of), some("value", effect.value), some("low", effect.low),
                            some("high", effect.high), some("p", effect.p));
    set_sides(value, spec, paper);
    return value;
}

Value tally_json(const Tally& tally, const Value& parameters) {
    const Majority over = majority_of(tally);
    return object_of(key("made", tally.made()), key("hold", tally.hold()), key("ties", tally.undecided()),
                     key("fail", tally.refuted()), key("missing", tally.missing()),
                     key("two_processors", tally.two_processors()), key("sets", over.sets),
                     key("sets_for", over.more), key("sets_against", over.fewer), some("p", over.p),
                     key("majority", asks_for_majority(parameters)));
}

Value case_json(const Case& one) {
    constexpr const char* kOutcomes[] = {"holds", "against", "open"};
    return object_of(key("at", one.at), key("outcome", kOutcomes[static_cast<std::size_t>(one.outcome)]),
                     some("value", one.value), some("low", one.low), some("high", one.high),
                     some("p", one.p));
}

void add_evidence(Value& value, const Finding& finding, const Value& parameters) {
    if (finding.tally.total() > 0) value.set("comparisons", tally_json(finding.tally, parameters));
    if (!finding.cases.empty()) value.set("cases", Value::list_of(finding.cases, case_json));
}

/// Returns the numbers with which the claim's rule compares: "limit", "factor", "low", ….
Value limits_json(const ClaimSpec& spec) {
    Value limits = Value::object();
    for (const auto& [key, value] : spec.parameters.as_object())
        if (value.is_number()) limits.set(key, value);
    return limits;
}

/// Returns the anchor of the first table or figure that the claim is about; "" if there is none.
std::string place_of(const Claim& claim, const Paper& paper) {
    const std::string table = text_at(claim.spec->parameters, "table");
    const auto lists = [&](const auto& spec) { return std::ranges::count(spec.claims, claim.spec->id) > 0; };
    for (const Table& one : paper.tables)
        if (!contest_of(*one.spec, paper.contests) && (one.spec->id == table || lists(*one.spec)))
            return "table-" + file_slug(one.spec->id);
    for (const Figure& one : paper.figures)
        if (one.spec->not_obtainable.empty() && lists(*one.spec)) return "figure-" + file_slug(one.spec->id);
    return "";
}

Value claim_json(const Claim& claim, const Paper& paper) {
    const ClaimSpec& spec = *claim.spec;
    const Value* why = spec.parameters.find("not_obtainable");
    Value value = object_of(
        key("id", spec.id), key("sentence", spec.sentence), key("scope", spec.scope), key("rule", spec.rule),
        key("place", place_of(claim, paper)), key("ours", spec.ours), key("check", claim.check),
        key("verdict", verdict_text(claim.ours.verdict)),
        key("never", claim.ours.verdict == Verdict::not_obtainable), key("limits", limits_json(spec)),
        key("contradicted_by_published", claim.published.verdict == Verdict::contradicted),
        key("why", why != nullptr ? *why : Value()),
        key("effect", effect_json(claim.ours.effect, spec, paper)), some("on", claim.on),
        some("comment", spec.comment));
    add_evidence(value, claim.ours, spec.parameters);
    if (claim.published.verdict != Verdict::not_tested) {
        Value published = Value::object();
        add_evidence(published, claim.published, spec.parameters);
        add_members(value, key("published", std::move(published)),
                    key("published_effect", effect_json(claim.published.effect, spec, paper)));
    }
    if (claim.indication.tally.made() > claim.ours.tally.made()) {
        Value indication = object_of(key("verdict", verdict_text(claim.indication.verdict)));
        add_evidence(indication, claim.indication, spec.parameters);
        value.set("indication", std::move(indication));
    }
    return value;
}

/// Returns the sources of the runs' data, one element per data set.
Value data_sets_json(const Paper& paper) {
    struct Files {
        std::set<std::int64_t> seeds;
        std::set<std::string> sha256, notes;
    };
    std::map<std::tuple<std::string, std::string, bool>, Files> sets;
    for (const Run* run : paper.used) {
        Files& files = sets[{text_at(run->attributes, "dataset"), text_at(run->attributes, "dataset_source"),
                             run->stand_in()}];
        if (find_path(run->options(), "dataset.seed") != nullptr) files.seeds.insert(run->split());
        files.sha256.insert(text_at(run->attributes, "dataset_sha256").substr(0, kIdDigits));
        files.notes.insert(text_at(run->attributes, "dataset_note"));
    }
    return Value::list_of(sets, [](const auto& one) {
        const auto& [set, source, stand_in] = one.first;
        const Files& files = one.second;
        return object_of(key("set", set), key("source", source), key("stand_in", stand_in),
                         list_key("seeds", files.seeds),
                         key("note", files.notes.size() == 1 ? *files.notes.begin() : ""),
                         list_key("sha256", files.sha256));
    });
}

/// Counts the claims of these papers by verdict; checks of identities and bounds are counted separately.
Value claim_counts(const std::vector<const Paper*>& papers) {
    const auto count = [&](bool checks, std::string_view verdict = {}) {
        std::ptrdiff_t found = 0;
        for (const Paper* paper : papers)
            found += std::ranges::count_if(paper->claims, [&](const Claim& claim) {
                return !claim.spec->ours && claim.check == checks &&
                       (verdict.empty() || verdict_text(claim.ours.verdict) == verdict);
            });
        return found;
    };
    return object_of(key("supported", count(false, "supported")),
                     key("contradicted", count(false, "contradicted")),
                     key("unclear", count(false, "unclear")), key("not_tested", count(false, "not tested")),
                     key("all", count(false)), key("checks", count(true)),
                     key("checks_supported", count(true, "supported")));
}

Value state_json(const StateLine& state) {
    const Counts& counts = state.counts;
    Value value = object_of(
        key("kind", state.kind), key("id", state.id), key("label", state.label),
        key("verdict", state_text(state.verdict)), key("never", state.verdict == Verdict::not_obtainable),
        key("full", counts.full), key("smaller", counts.smaller), key("missing", counts.missing),
        key("not_obtainable", counts.not_obtainable),
        key("obtainable", counts.total() - counts.not_obtainable), key("tolerance", counts.tolerance),
        some("why", state.why), some("on", is_decided(state.verdict) ? state.on : ""));
    if (counts.tolerance)
        add_members(value, key("within", counts.within), key("outside", counts.full - counts.within));
    return value;
}

}  // namespace

Value paper_json(const Paper& paper) {
    const Experiment& experiment = paper.experiment;
    Value states = Value::list();
    for (const StateLine& state : paper.states)
        if (state.kind != "claim") states.push(state_json(state));
    Value value = object_of(key("id", experiment.id), key("title", experiment.title),
                            key("published", paper.published()), key("own_claims", experiment.own_claims));
    if (paper.published())
        add_members(value, key("authors", experiment.authors), key("venue", experiment.venue),
                    key("year", experiment.year), key("link", experiment.link));
    const auto contest = [&](const FilledContest& one) {
        return contest_json(one).set("file", file_slug(experiment.id + "-" + one.contest.spec->id));
    };
    add_members(
        value, list_key("notes", experiment.notes), key("question", experiment.question),
        key("picture", experiment.picture), key("headline", experiment.headline),
        key("runs_used", paper.used.size()),
        key("reference_used", static_cast<std::int64_t>(std::ranges::count_if(paper.used, &Run::reference))),
        key("data_sets", data_sets_json(paper)), list_key("order", experiment.order),
        list_key("tables_left_out", paper.tables_left_out), key("claim_counts", claim_counts({&paper})),
        key("states", std::move(states)),
        list_key("claims", paper.claims, [&](const Claim& one) { return claim_json(one, paper); }),
        list_key("tables", paper.tables, [&](const Table& one) { return table_json(one, experiment); }),
        list_key("figures", paper.figures, [&](const Figure& one) { return figure_json(one, experiment); }),
        list_key("contests", paper.contests, contest));
    return value;
}

Value report_json(const Papers& papers, const ReportResult& result) {
    const VerificationSummary& verified = result.verified;
    const auto group = [](const VerificationGroup& one) {
        return object_of(key("text", one.text), list_key("runs", one.runs));
    };
    std::vector<const Paper*> texts;
    for (const Paper& paper : papers)
        if (!paper.experiment.own_claims) texts.push_back(&paper);
    return object_of(
        key("format", "reboost report"), key("version", kReportVersion),
        key("runs", object_of(key("found", result.runs_found), key("used", result.runs_used),
                              key("reference_used", result.reference_used))),
        key("claim_counts", claim_counts(texts)),
        key("verification",
            object_of(key("runs", verified.total), key("compared", verified.compared),
                      key("identical", verified.identical), list_key("groups", verified.groups, group))),
        list_key("warnings", result.warnings), list_key("papers", papers, paper_json));
}

}  // namespace reboost::report
