#include "report/pages/report_json.hpp"

#include "report/measures/escape.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace reboost::report {
namespace {

Value figure_json(const Figure& figure, const Experiment& experiment) {
    const FigureSpec& spec = *figure.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("anchor", "figure-" + file_slug(spec.id))
                      .set("file", file_slug(experiment.id + "-" + spec.id + "-figure"))
                      .set("label", spec.label)
                      .set("caption", spec.caption)
                      .set("in_text", experiment.place(spec.id) < experiment.order.size())
                      .set("claims", Value::list_of(spec.claims));
    if (!spec.not_obtainable.empty()) value.set("not_obtainable", spec.not_obtainable);
    return value.set("panels", Value::list_of(figure.panels, panel_numbers));
}

Value effect_json(const Effect& effect) {
    Value value = Value::object().set("of", effect.of);
    set_number(value, "value", effect.value);
    set_number(value, "low", effect.low);
    set_number(value, "high", effect.high);
    set_number(value, "p", effect.p);
    return value;
}

/// Whose ratio it is, as pages say it: the claim's method, then what it is compared with. `inverse`: the
/// number is that of the other to the claim's method.
void set_sides(Value& effect, const ClaimSpec& spec, const Paper& paper) {
    const Value& parameters = spec.parameters;
    const Value* table = parameters.find("table");
    if (effect.at("of") == Value("median ratio")) {
        // compare_pairs has the second over the first; ratio_at_least the first over the second, which is the
        // claim's method where costs are compared or the first may be less.
        const Value* better = parameters.find("better");
        const bool of_cost =
            paper.experiment.table(table->as_string()).measure.at("name") == Value("cost_to_reach");
        if (spec.rule == "compare_pairs" ? better == nullptr || *better == Value("lower")
                                         : of_cost || parameters.at("factor").as_number() < 1)
            effect.set("inverse", true);
    }
    if (effect.at("of") != Value("ratio")) return;
    const Value *low = parameters.find("low"), *high = parameters.find("high");
    if (low != nullptr && high == nullptr) effect.set("inverse", true);
    if (low != nullptr) set_number(effect, "at_least", low->as_number());
    if (high != nullptr) set_number(effect, "at_most", high->as_number());
    for (const auto& filled : paper.contests) {
        const ContestSpec& contest = *filled->contest.spec;
        const bool of_work = *table == Value(contest.id + "-work");
        if (!of_work && *table != Value(contest.id + "-seconds")) continue;
        const auto label = [&](const std::string& name) {
            const auto row = std::ranges::find_if(
                contest.rows, [&](const Axis& one) { return one.id == name || one.label == name; });
            return row == contest.rows.end() ? contest.rows.front().label : row->label;
        };
        const std::string& of = parameters.at("of").as_string();
        const bool random = of == "random" && filled->contest.yardstick;
        effect.set("contest", contest.label)
            .set("data_sets", static_cast<std::uint64_t>(contest.columns.size()))
            .set("method", label(parameters.at("rows").as_list().front().as_string()))
            .set("against",
                 random ? filled->contest.name(*filled->contest.yardstick) : label(contest.baseline))
            .set("quantity", of == "error" ? "errors"
                             : of_work     ? "work"
                                           : "CPU seconds");
    }
}

Value tally_json(const Tally& tally) {
    const Majority majority = majority_of(tally);
    Value value = Value::object();
    for (const auto& [key, count] : {std::pair{"hold", tally.hold()},
                                     {"ties", tally.undecided()},
                                     {"fail", tally.refuted()},
                                     {"missing", tally.missing()},
                                     {"sets", majority.sets},
                                     {"sets_for", majority.more},
                                     {"sets_against", majority.fewer}})
        value.set(key, static_cast<std::uint64_t>(count));
    set_number(value, "p", majority.p);
    return value;
}

/// The anchor of the first table or figure that the claim speaks of; "" where it speaks of none.
std::string place_of(const Claim& claim, const Paper& paper) {
    const Value* named = claim.spec->parameters.find("table");
    const std::string table = named != nullptr && named->is_string() ? named->as_string() : "";
    const auto lists = [&](const auto& spec) { return std::ranges::count(spec.claims, claim.spec->id) > 0; };
    for (const Table& one : paper.tables)
        if (!is_contest_table(*one.spec) && (one.spec->id == table || lists(*one.spec)))
            return "table-" + file_slug(one.spec->id);
    for (const Figure& one : paper.figures)
        if (one.spec->not_obtainable.empty() && lists(*one.spec)) return "figure-" + file_slug(one.spec->id);
    return "";
}

Value claim_json(const Claim& claim, const Paper& paper) {
    const ClaimSpec& spec = *claim.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("sentence", spec.sentence)
                      .set("scope", spec.scope)
                      .set("rule", spec.rule)
                      .set("place", place_of(claim, paper))
                      .set("ours", spec.ours)
                      .set("check", claim.check)
                      .set("verdict", verdict_text(claim.ours.verdict))
                      .set("never", claim.ours.verdict == Verdict::not_obtainable)
                      .set("evidence", claim.ours.evidence)
                      .set("published_evidence", claim.published)
                      .set("contradicted_by_published", claim.contradicted);
    for (const auto& [key, effect] :
         {std::pair{"effect", &claim.ours.effect}, {"published_effect", &claim.published_effect}})
        if (!std::isnan(effect->value)) {
            value.set(key, effect_json(*effect));
            set_sides(*value.find(key), spec, paper);
        }
    if (claim.ours.tally.total() > 0) value.set("comparisons", tally_json(claim.ours.tally));
    if (!claim.on.empty()) value.set("on", claim.on);
    if (!claim.indication.empty()) value.set("indication", claim.indication);
    if (!spec.comment.empty()) value.set("comment", spec.comment);
    return value;
}

/// Where the runs' data came from: a line for each data set and what is said of it.
Value data_sets_json(const Paper& paper) {
    struct Files {
        std::set<std::int64_t> seeds;
        std::set<std::string> sha256, notes;
    };
    std::map<std::tuple<std::string, std::string, bool>, Files> sets;
    for (const Run* run : paper.used) {
        Files& files = sets[{text_at(run->attributes, "dataset"), text_at(run->attributes, "dataset_source"),
                             run->stand_in()}];
        if (const Value* seed = find_path(run->spec, "dataset.seed"); seed != nullptr && seed->is_integer())
            files.seeds.insert(seed->as_integer());
        files.sha256.insert(text_at(run->attributes, "dataset_sha256").substr(0, kIdDigits));
        files.notes.insert(text_at(run->attributes, "dataset_note"));
    }
    return Value::list_of(sets, [](const auto& one) {
        const auto& [set, source, stand_in] = one.first;
        return Value::object()
            .set("set", set)
            .set("source", source)
            .set("stand_in", stand_in)
            .set("seeds", Value::list_of(one.second.seeds))
            .set("note", one.second.notes.size() == 1 ? *one.second.notes.begin() : "")
            .set("sha256", Value::list_of(one.second.sha256));
    });
}

/// How many of a text's claims have each verdict; checks of identities and bounds apart.
struct ClaimCounts {
    std::map<std::string, std::int64_t> claims{
        {"supported", 0}, {"contradicted", 0}, {"unclear", 0}, {"not tested", 0}};
    std::int64_t all = 0, checks = 0, checks_supported = 0;
    void add(const Claim& claim) {
        if (claim.spec->ours) return;
        if (claim.check) {
            ++checks;
            checks_supported += claim.ours.verdict == Verdict::supported ? 1 : 0;
        } else {
            ++all;
            ++claims[verdict_text(claim.ours.verdict)];
        }
    }
    Value json() const {
        Value value = Value::object();
        for (const char* verdict : {"supported", "contradicted", "unclear", "not tested"})
            value.set(verdict == std::string_view("not tested") ? "not_tested" : verdict, claims.at(verdict));
        return value.set("all", all).set("checks", checks).set("checks_supported", checks_supported);
    }
};

Value state_json(const StateLine& state) {
    const Counts& counts = state.counts;
    Value value = Value::object()
                      .set("kind", state.kind)
                      .set("id", state.id)
                      .set("label", state.label)
                      .set("verdict", state_text(state.verdict))
                      .set("never", state.verdict == Verdict::not_obtainable)
                      .set("full", static_cast<std::uint64_t>(counts.full))
                      .set("smaller", static_cast<std::uint64_t>(counts.smaller))
                      .set("missing", static_cast<std::uint64_t>(counts.missing))
                      .set("not_obtainable", static_cast<std::uint64_t>(counts.not_obtainable))
                      .set("obtainable", static_cast<std::uint64_t>(counts.total() - counts.not_obtainable))
                      .set("tolerance", counts.tolerance);
    if (counts.tolerance)
        value.set("within", static_cast<std::uint64_t>(counts.within))
            .set("outside", static_cast<std::uint64_t>(counts.full - counts.within));
    if (!state.on.empty() && is_decided(state.verdict)) value.set("on", state.on);
    if (!state.why.empty()) value.set("why", state.why);
    return value;
}

}  // namespace

Value number_json(double number) {
    if (std::isnan(number)) return {};
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number == 0 ? 0.0 : number;  // no minus zero
}

void set_number(Value& object, const char* key, double number) {
    if (!std::isnan(number)) object.set(key, number_json(number));
}

Value paper_json(const Paper& paper) {
    const Experiment& experiment = paper.experiment;
    Value value = Value::object()
                      .set("id", experiment.id)
                      .set("title", experiment.title)
                      .set("published", paper.published())
                      .set("own_claims", experiment.own_claims);
    if (paper.published())
        value.set("authors", experiment.authors)
            .set("venue", experiment.venue)
            .set("year", experiment.year)
            .set("link", experiment.link);
    std::size_t reference = 0;
    for (const Run* run : paper.used)
        reference += run->reference ? 1 : 0;
    ClaimCounts counts;
    for (const Claim& claim : paper.claims)
        counts.add(claim);
    Value states = Value::list();
    for (const StateLine& state : paper.states)
        if (state.kind != "claim") states.push(state_json(state));
    return value.set("notes", Value::list_of(experiment.notes))
        .set(
            "headline",
            Value::list_of(experiment.headline,
                           [](const Headline& line) {
                               return Value::object().set("claim", line.claim).set("sentence", line.sentence);
                           }))
        .set("runs_used", static_cast<std::uint64_t>(paper.used.size()))
        .set("reference_used", static_cast<std::uint64_t>(reference))
        .set("data_sets", data_sets_json(paper))
        .set("order", Value::list_of(experiment.order))
        .set("tables_left_out", Value::list_of(paper.tables_left_out))
        .set("claim_counts", counts.json())
        .set("states", std::move(states))
        .set("claims",
             Value::list_of(paper.claims, [&](const Claim& claim) { return claim_json(claim, paper); }))
        .set("tables",
             Value::list_of(paper.tables, [&](const Table& table) { return table_json(table, experiment); }))
        .set("figures", Value::list_of(paper.figures,
                                       [&](const Figure& figure) { return figure_json(figure, experiment); }))
        .set("contests", Value::list_of(paper.contests, [&](const auto& contest) {
                 return contest_json(*contest).set(
                     "file", file_slug(experiment.id + "-" + contest->contest.spec->id));
             }));
}

Value report_json(const std::vector<std::unique_ptr<Paper>>& papers, const ReportResult& result) {
    Value verification =
        Value::object()
            .set("sentence", result.verified)
            .set("groups", Value::list_of(result.verified_groups, [](const VerificationGroup& group) {
                     return Value::object().set("text", group.text).set("runs", Value::list_of(group.runs));
                 }));
    ClaimCounts counts;
    for (const auto& paper : papers)
        if (!paper->experiment.own_claims)
            for (const Claim& claim : paper->claims)
                counts.add(claim);
    return Value::object()
        .set("format", "reboost report")
        .set("version", kReportVersion)
        .set("runs", Value::object()
                         .set("found", static_cast<std::uint64_t>(result.runs_found))
                         .set("used", static_cast<std::uint64_t>(result.runs_used))
                         .set("reference_used", static_cast<std::uint64_t>(result.reference_used)))
        .set("claim_counts", counts.json())
        .set("verification", std::move(verification))
        .set("warnings", Value::list_of(result.warnings))
        .set("papers", Value::list_of(papers, [](const auto& paper) { return paper_json(*paper); }));
}

}  // namespace reboost::report
