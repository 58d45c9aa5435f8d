#include "report/pages/report_json.hpp"

#include "report/paper/grid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace reboost::report {
namespace {

constexpr std::size_t kIdDigits = 12;  ///< of a run

Value strings_json(const std::vector<std::string>& texts) {
    return Value::list_of(texts);
}

Value runs_json(const std::vector<const Run*>& runs) {
    return Value::list_of(runs, [](const Run* run) { return run->id.substr(0, kIdDigits); });
}

Value axis_json(const Axis& axis) {
    Value value = Value::object().set("id", axis.id).set("label", axis.label);
    if (!axis.block.empty()) value.set("block", axis.block);
    if (!axis.note.empty()) value.set("note", axis.note);
    if (!axis.not_obtainable.empty()) value.set("not_obtainable", axis.not_obtainable);
    return value;
}

/// "fewer_rounds", "stand_in", "reference", "program": why a value is not quite what it stands beside.
Value marks_json(const Measured& measured) {
    Value marks = Value::list();
    for (const auto& [set, mark] : {std::pair{measured.below_scale, "below_scale"},
                                    {measured.stand_in, "stand_in"},
                                    {measured.reference, "reference"},
                                    {measured.program, "program"}})
        if (set) marks.push(mark);
    return marks;
}

void set_measured(Value& value, const Measured& measured) {
    set_number(value, "value", measured.value);
    set_number(value, "spread", measured.spread);
    set_number(value, "sd", measured.seed_sd);
    if (measured.rounds > 0) value.set("rounds", measured.rounds);
    value.set("n", static_cast<std::uint64_t>(measured.runs.size()));
    value.set("runs", runs_json(measured.runs));
    value.set("marks", marks_json(measured));
    if (!measured.why.empty()) value.set("why", measured.why);
}

const char* state_name(CellState state) {
    return state == CellState::measured  ? "measured"
           : state == CellState::no_runs ? "no_runs"
                                         : "not_obtainable";
}

Value cell_json(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    const Cell& cell = table.cells[row][column];
    Value value = Value::object()
                      .set("row", spec.rows[row].id)
                      .set("column", spec.columns[column].id)
                      .set("state", state_name(cell.state));
    set_measured(value, cell);
    set_number(value, "published", cell.published.value);
    set_number(value, "published_spread", cell.published.spread);
    set_number(value, "difference", cell.difference());
    const SpeedUp speed = speed_up(table, row, column);
    set_number(value, "speed_up", speed.ours);
    set_number(value, "published_speed_up", speed.published);
    value.set("full_scale", cell.full_scale()).set("best", is_best(table, row, column));
    const bool judged = spec.tolerance || spec.relative_tolerance;
    if (judged && cell.measured() && !std::isnan(cell.published.value))
        value.set("within", within_tolerance(spec, cell));
    if (cell.has_beside()) {
        Value beside = Value::object();
        set_measured(beside, cell.beside);
        value.set("beside", std::move(beside));
    }
    return value;
}

Value deviation_json(const DeviationSpec& deviation) {
    constexpr const char* kExplained[] = {"no", "partly", "yes"};
    return Value::object()
        .set("rows", strings_json(deviation.rows))
        .set("columns", strings_json(deviation.columns))
        .set("explained", kExplained[static_cast<std::size_t>(deviation.explained)])
        .set("sentence", deviation.sentence);
}

Value table_json(const Table& table, const Experiment& experiment) {
    const TableSpec& spec = *table.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("label", spec.label)
                      .set("caption", spec.caption)
                      .set("measure", spec.measure)
                      .set("unit", spec.unit)
                      .set("decimals", spec.decimals)
                      .set("ours_only", spec.ours_only)
                      .set("in_text", !spec.ours_only && experiment.place(spec.id) < experiment.order.size());
    if (spec.paper_rounds) value.set("paper_rounds", *spec.paper_rounds);
    if (spec.tolerance) set_number(value, "tolerance", *spec.tolerance);
    if (spec.relative_tolerance) set_number(value, "relative_tolerance", *spec.relative_tolerance);
    if (!spec.speed_up_over.empty()) value.set("speed_up_over", spec.speed_up_over);
    if (spec.best != Best::none) value.set("best", spec.best == Best::least ? "least" : "greatest");
    value.set("rows", Value::list_of(spec.rows, axis_json))
        .set("columns", Value::list_of(spec.columns, axis_json));
    Value cells = Value::list();
    for (std::size_t row = 0; row < spec.rows.size(); ++row)
        for (std::size_t column = 0; column < spec.columns.size(); ++column)
            cells.push(cell_json(table, row, column));
    return value.set("cells", std::move(cells))
        .set("deviations", Value::list_of(spec.deviations, deviation_json))
        .set("claims", strings_json(spec.claims));
}

Value figure_json(const Figure& figure, const Experiment& experiment) {
    const FigureSpec& spec = *figure.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("label", spec.label)
                      .set("caption", spec.caption)
                      .set("in_text", experiment.place(spec.id) < experiment.order.size())
                      .set("claims", strings_json(spec.claims));
    if (!spec.not_obtainable.empty()) value.set("not_obtainable", spec.not_obtainable);
    return value.set("panels", Value::list_of(figure.panels, panel_numbers));
}

Value effect_json(const Effect& effect) {
    Value value = Value::object().set("of", effect.of);
    set_number(value, "value", effect.value);
    set_number(value, "low", effect.low);
    set_number(value, "high", effect.high);
    return value;
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

Value claim_json(const Claim& claim) {
    const ClaimSpec& spec = *claim.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("sentence", spec.sentence)
                      .set("scope", spec.scope)
                      .set("rule", spec.rule)
                      .set("ours", spec.ours)
                      .set("check", claim.check)
                      .set("verdict", verdict_text(claim.ours.verdict))
                      .set("never", claim.ours.verdict == Verdict::not_obtainable)
                      .set("evidence", claim.ours.evidence)
                      .set("published_evidence", claim.published)
                      .set("contradicted_by_published", claim.contradicted);
    if (!std::isnan(claim.ours.effect.value)) value.set("effect", effect_json(claim.ours.effect));
    if (!std::isnan(claim.published_effect.value))
        value.set("published_effect", effect_json(claim.published_effect));
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
                      .set("not_obtainable", static_cast<std::uint64_t>(counts.not_obtainable));
    if (counts.tolerance) value.set("within", static_cast<std::uint64_t>(counts.within));
    return value.set("why", state.why);
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
    return value.set("notes", strings_json(experiment.notes))
        .set(
            "headline",
            Value::list_of(experiment.headline,
                           [](const Headline& line) {
                               return Value::object().set("claim", line.claim).set("sentence", line.sentence);
                           }))
        .set("runs_used", static_cast<std::uint64_t>(paper.used.size()))
        .set("reference_used", static_cast<std::uint64_t>(reference))
        .set("data_sets", data_sets_json(paper))
        .set("order", strings_json(experiment.order))
        .set("tables_left_out", strings_json(paper.tables_left_out))
        .set("claim_counts", counts.json())
        .set("states", std::move(states))
        .set("claims", Value::list_of(paper.claims, claim_json))
        .set("tables",
             Value::list_of(paper.tables, [&](const Table& table) { return table_json(table, experiment); }))
        .set("figures", Value::list_of(paper.figures,
                                       [&](const Figure& figure) { return figure_json(figure, experiment); }))
        .set("contests",
             Value::list_of(paper.contests, [](const auto& contest) { return contest_json(*contest); }));
}

Value report_json(const std::vector<std::unique_ptr<Paper>>& papers, const ReportResult& result) {
    Value verification =
        Value::object()
            .set("sentence", result.verified)
            .set("groups", Value::list_of(result.verified_groups, [](const VerificationGroup& group) {
                     return Value::object().set("text", group.text).set("runs", strings_json(group.runs));
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
        .set("warnings", strings_json(result.warnings))
        .set("papers", Value::list_of(papers, [](const auto& paper) { return paper_json(*paper); }));
}

}  // namespace reboost::report
