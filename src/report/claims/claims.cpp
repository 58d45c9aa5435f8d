#include "report/claims/claims.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "report/claims/rules.hpp"

#include <algorithm>
#include <utility>

namespace reboost::report {

namespace {

/// The parameters of a rule on pairs: those that say what is compared (rules.hpp), and its own.
std::vector<std::string> compared(std::vector<std::string> own) {
    own.insert(own.begin(), {"table", "pairs", "blocks", "column_pairs", "columns", "rows"});
    return own;
}

void refuse_unknown_parameters(const ClaimSpec& spec, const RuleEntry& rule) {
    std::vector<std::string> known{"id",      "sentence", "rule",           "scope",
                                   "comment", "ours",     "not_obtainable", "check"};
    known.insert(known.end(), rule.parameters.begin(), rule.parameters.end());
    for (const auto& [key, value] : spec.parameters.as_object())
        if (std::ranges::find(known, key) == known.end())
            throw UsageError(unknown_name_message("parameter", key, known, "rule " + std::string(rule.name)));
}

}  // namespace

bool Numbers::is_usable(const Cell& cell) const {
    if (source_ == Source::ours_full_scale) return cell.full_scale();
    if (!cell.measured() || source_ == Source::ours_any) return cell.measured();
    const auto counts = [&](const Run* run) {
        return !run->stand_in() ||
               std::ranges::find(experiment_.redrawn, run->spec.at("dataset").at("name").as_string()) !=
                   experiment_.redrawn.end();
    };
    // A contest's cells tell whether a stand-in is among their runs, and no runs.
    return !cell.below_scale &&
           (!cell.stand_in || (!cell.runs.empty() && std::ranges::all_of(cell.runs, counts)));
}

std::optional<double> Numbers::at(const std::string& table, const std::string& row,
                                  const std::string& column) const {
    const TableSpec& wanted = experiment_.table(table);
    const std::size_t i = wanted.row_index(row), j = wanted.column_index(column);
    if (source_ == Source::published) {
        const double value = wanted.published[i][j].value;
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }
    const Cell* ours = cell(table, row, column);
    return ours != nullptr && is_usable(*ours) ? std::optional(ours->value) : std::nullopt;
}

/// Null where the table is left out, as tables of seconds are without timings.
const Cell* Numbers::cell(const std::string& table, const std::string& row, const std::string& column) const {
    const TableSpec& wanted = experiment_.table(table);
    const std::size_t i = wanted.row_index(row), j = wanted.column_index(column);
    const auto found = tables_.find(table);
    return found == tables_.end() ? nullptr : &found->second.cells[i][j];
}

bool Numbers::comparable(const std::string& table, const std::string& row_a, const std::string& column_a,
                         const std::string& row_b, const std::string& column_b) const {
    if (source_ == Source::published) return true;
    const Cell *a = cell(table, row_a, column_a), *b = cell(table, row_b, column_b);
    return a == nullptr || b == nullptr || are_comparable(*a, *b);
}

std::string Numbers::data_set(const std::string& table, const std::string& row,
                              const std::string& column) const {
    const TableSpec& wanted = experiment_.table(table);
    const Value query = cell_query(wanted.query, wanted.columns[wanted.column_index(column)],
                                   wanted.rows[wanted.row_index(row)]);
    const Value* name = query.find("dataset.name");
    return name == nullptr || name->is_null() ? column : plain_text(*name);
}

std::optional<std::vector<double>> Numbers::whole(const std::string& table,
                                                  const std::vector<std::string>& rows,
                                                  const std::vector<std::string>& columns,
                                                  const std::string& set, Tally& tally) const {
    std::vector<double> values;
    bool of_one_processor = true;
    for (const std::string& row : rows)
        for (const std::string& column : columns) {
            if (const auto value = at(table, row, column)) values.push_back(*value);
            of_one_processor =
                of_one_processor && comparable(table, rows.front(), columns.front(), row, column);
        }
    const bool all = values.size() == rows.size() * columns.size();
    if (all && of_one_processor) return values;
    tally.miss(set, all);
    return std::nullopt;
}

const std::vector<RuleEntry>& rules() {
    static const std::vector<RuleEntry> kRules{
        {"compare_pairs", "first of each pair lower than the second: wins, ties, losses", compare_pairs,
         compared({"tie", "relative_tie", "better", "share_above", "share_at_least"})},
        {"difference_within", "the two of each pair at most a limit apart", difference_within,
         compared({"limit", "relative_limit", "share_above", "share_at_least"})},
        {"ratio_at_least", "first of each pair at least a factor times the second", ratio_at_least,
         compared({"factor", "share_above", "share_at_least"})},
        {"within",
         "values inside an interval",
         within,
         {"table", "rows", "columns", "low", "high", "share_above", "share_at_least"}},
        {"interval_within",
         "95% intervals of a contest inside bounds, surely",
         interval_within,
         {"table", "rows", "of", "low", "high", "test"}},
        {"intervals_apart",
         "95% interval of one row of a contest below another's",
         intervals_apart,
         {"table", "of", "pairs"}},
        {"rises_at_end",
         "the last of the rows above the least, column by column",
         rises_at_end,
         {"table", "rows", "columns", "share_above", "share_at_least"}},
        {"spread_ratio",
         "largest over smallest value of a group",
         spread_ratio,
         {"table", "rows", "columns", "each_row", "rising", "limit", "share_above", "share_at_least"}},
        {"clearest_in", "mean relative advantage largest in one column", clearest_in, compared({"column"})},
        {"crossing",
         "one row worse than another at first, better later",
         crossing,
         {"table", "columns", "first", "second", "share_above", "share_at_least"}},
        {"no_loss", "difference inside the binomial interval of the test set", no_loss,
         compared({"test_rows", "relevance", "share_above", "share_at_least"})},
        {"reach_consistent",
         "a target is reached where and only where the asymptote is below it",
         reach_consistent,
         {"table", "times", "rows", "full", "factors", "share_above", "share_at_least"},
         true},
        {"bound_holds",
         "a measure of every run at most a bound",
         bound_holds,
         {"query", "measure", "bound", "at_least_runs"},
         true},
        {"linear_growth",
         "the cells of each block of rows and each column lie on a line over what grows",
         linear_growth,
         {"table", "rows", "limit", "share_above", "share_at_least"}},
        {"hessian_determinant",
         "determinants of abc2010 section 2.2 as printed",
         hessian_determinant,
         {},
         true},
    };
    return kRules;
}

Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables, const RunSet& runs) {
    const RuleEntry& entry =
        find_named(rules(), spec.rule, "rule", &RuleEntry::name, "claim '" + spec.id + "'");
    try {
        refuse_unknown_parameters(spec, entry);
        Claim claim;
        claim.spec = &spec;
        const Value* check = spec.parameters.find("check");
        claim.check = check != nullptr ? check->as_bool() : entry.check;
        const auto put_to = [&](Source source) {
            return entry.decide(spec.parameters, Numbers(experiment, tables, runs, source));
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
}

}  // namespace reboost::report
