#include "report/claims/claims.hpp"

#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace reboost::report {
namespace {

/// A rule, and the parameters that it takes from a claim's entry. "PAIRS" stands for those that select the
/// comparisons (rules.hpp), "SHARE" for those on the share that must hold.
struct RuleEntry {
    std::string_view name;
    Rule* apply;
    std::string_view parameters;
    bool decides = false;  ///< sets the verdict itself; else the share of comparisons that hold decides
    bool check = false;    ///< tests an identity or a bound proved by mathematics; counted separately
};

constexpr RuleEntry kRules[]{
    {"compare_pairs", compare_pairs, "PAIRS SHARE tie relative_tie better"},
    {"difference_within", difference_within, "PAIRS SHARE limit relative_limit"},
    {"ratio_at_least", ratio_at_least, "PAIRS SHARE factor"},
    {"within", within, "SHARE table rows columns low high"},
    {"interval_within", interval_within, "table rows of low high test"},
    {"intervals_apart", intervals_apart, "table of pairs"},
    {"rises_at_end", rises_at_end, "SHARE table rows columns"},
    {"spread_ratio", spread_ratio, "SHARE table rows columns each_row rising limit"},
    {"clearest_in", clearest_in, "PAIRS column", true},
    {"crossing", crossing, "SHARE table columns first second"},
    {"no_loss", no_loss, "PAIRS SHARE test_rows relevance"},
    {"reach_consistent", reach_consistent, "SHARE table times rows full factors", false, true},
    {"bound_holds", bound_holds, "query measure bound at_least_runs", true, true},
    {"linear_growth", linear_growth, "SHARE table rows limit"},
    {"hessian_determinant", hessian_determinant, "", true, true},
};

void add_names(std::string_view names, std::vector<std::string>& known) {
    for (const std::string_view name : split(names, ' '))
        if (name == "PAIRS")
            add_names("table pairs blocks column_pairs columns rows", known);
        else if (name == "SHARE")
            add_names("share_above share_at_least", known);
        else
            known.emplace_back(name);
}

void refuse_unknown_parameters(const ClaimSpec& spec, const RuleEntry& rule) {
    std::vector<std::string> known;
    add_names("id sentence rule scope comment ours not_obtainable check", known);
    add_names(rule.parameters, known);
    for (const auto& [key, value] : spec.parameters.as_object())
        if (std::ranges::find(known, key) == known.end())
            throw UsageError(unknown_name_message("parameter", key, known, "rule " + std::string(rule.name)));
}

}  // namespace

std::vector<std::string> TableNumbers::ids(std::string_view parameter, const std::vector<Axis>& all) const {
    const Value* given = parameters.find(parameter);
    if (given == nullptr) return mapped(all, &Axis::id);
    if (given->as_list().empty()) throw UsageError("'" + std::string(parameter) + "' names nothing");
    return mapped(given->as_list(), &Value::as_string);
}

bool TableNumbers::is_usable(const Cell& cell) const {
    if (numbers.source == Source::ours_full_scale) return cell.full_scale();
    if (!cell.measured() || numbers.source == Source::ours_any) return cell.measured();
    const auto counts = [&redrawn = numbers.experiment.redrawn](const Run* run) {
        return !run->stand_in() ||
               std::ranges::count(redrawn, run->options().at("dataset").at("name").as_string()) > 0;
    };
    // The cells of a contest list no runs, but say if one of them is a stand-in.
    return !cell.below_scale &&
           (!cell.stand_in || (!cell.runs.empty() && std::ranges::all_of(cell.runs, counts)));
}

std::optional<double> TableNumbers::at(const std::string& row, const std::string& column) const {
    if (numbers.source == Source::published) {
        const double value = spec().published[spec().row_index(row)][spec().column_index(column)].value;
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }
    const Cell* ours = cell(row, column);
    return ours != nullptr && is_usable(*ours) ? std::optional(ours->value) : std::nullopt;
}

const Cell* TableNumbers::cell(const std::string& row, const std::string& column) const {
    const std::size_t i = spec().row_index(row), j = spec().column_index(column);
    const auto found = numbers.tables.find(spec().id);
    return found == numbers.tables.end() ? nullptr : &found->second.cells[i][j];
}

bool TableNumbers::comparable(const std::string& row_a, const std::string& column_a, const std::string& row_b,
                              const std::string& column_b) const {
    if (numbers.source == Source::published) return true;
    const Cell *a = cell(row_a, column_a), *b = cell(row_b, column_b);
    return a == nullptr || b == nullptr || are_comparable(*a, *b);
}

std::string TableNumbers::data_set(const std::string& row_id, const std::string& column_id) const {
    const Value query = cell_query(spec().query, column(column_id), row(row_id));
    const Value* name = query.find("dataset.name");
    return name == nullptr || name->is_null() ? column_id : plain_text(*name);
}

std::optional<std::vector<double>> TableNumbers::whole(const std::vector<std::string>& rows,
                                                       const std::vector<std::string>& columns,
                                                       const std::string& set, Tally& tally) const {
    std::vector<double> values;
    bool of_one_processor = true;
    for (const std::string& row : rows)
        for (const std::string& column : columns) {
            if (const auto value = at(row, column)) values.push_back(*value);
            of_one_processor = of_one_processor && comparable(rows.front(), columns.front(), row, column);
        }
    const bool all = values.size() == rows.size() * columns.size();
    if (all && of_one_processor) return values;
    tally.miss(set, all);
    return std::nullopt;
}

Finding apply_rule(const std::string& rule, const Value& parameters, const Numbers& numbers) {
    const RuleEntry& entry = find_named(kRules, rule, "rule", &RuleEntry::name);
    Finding finding;
    entry.apply({parameters, numbers}, finding);
    if (!entry.decides) finding.verdict = decide(parameters, finding.tally);
    return finding;
}

Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables,
             const RunSet& runs) try {
    const RuleEntry& entry = find_named(kRules, spec.rule, "rule", &RuleEntry::name);
    refuse_unknown_parameters(spec, entry);
    Claim claim;
    claim.spec = &spec;
    claim.check =
        spec.parameters.find("check") != nullptr ? flag_option(spec.parameters, "check") : entry.check;
    const auto put_to = [&](Source source) {
        return apply_rule(spec.rule, spec.parameters, {experiment, tables, runs, source});
    };
    claim.ours = put_to(Source::ours_full_scale);
    if (spec.parameters.find("not_obtainable") != nullptr) claim.ours = {Verdict::not_obtainable};
    if (claim.ours.verdict == Verdict::not_tested && !experiment.redrawn.empty())
        if (Finding redrawn = put_to(Source::ours_redrawn); is_decided(redrawn.verdict)) {
            claim.ours = std::move(redrawn);
            claim.on = experiment.redrawn_as;
        }
    if (claim.ours.verdict == Verdict::not_tested) claim.indication = put_to(Source::ours_any);
    claim.published = put_to(Source::published);
    return claim;
} catch (Error& error) {
    error.add_context("claim '" + spec.id + "'");
    throw;
}

}  // namespace reboost::report
