#include "report/claims/claims.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "report/claims/rules.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace reboost::report {

namespace {

bool is_decided(Verdict verdict) {
    return verdict == Verdict::reproduced || verdict == Verdict::not_reproduced;
}

}  // namespace

std::string verdict_text(Verdict verdict, const Experiment& experiment, const std::string& on) {
    std::string text(enum_name(verdict));
    if (!is_decided(verdict)) return text;
    if (experiment.own_claims) text = verdict == Verdict::reproduced ? "holds" : "does not hold";
    return on.empty() ? text : text + " on " + on;
}

bool Numbers::is_usable(const Cell& cell) const {
    if (source_ == Source::ours_full_scale) return cell.full_scale();
    const std::vector<std::string>& redrawn = experiment_.redrawn;
    return cell.measured() &&
           (source_ == Source::ours_any ||
            (!cell.below_scale && std::ranges::all_of(cell.runs, [&](const Run* run) {
                return !run->stand_in() ||
                       std::ranges::find(redrawn, run->spec.at("dataset").at("name").as_string()) !=
                           redrawn.end();
            })));
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

const std::vector<RuleEntry>& rules() {
    static const std::vector<RuleEntry> kRules{
        {"compare_pairs", "first of each pair lower than the second: wins, ties, losses", compare_pairs},
        {"difference_within", "the two of each pair at most a limit apart", difference_within},
        {"ratio_at_least", "first of each pair at least a factor times the second", ratio_at_least},
        {"within", "values inside an interval", within},
        {"interval_within", "95% intervals of a contest inside bounds, surely", interval_within},
        {"intervals_apart", "95% interval of one row of a contest below another's", intervals_apart},
        {"rises_at_end", "the last of the rows above the least, column by column", rises_at_end},
        {"spread_ratio", "largest over smallest value of a group", spread_ratio},
        {"clearest_in", "mean relative advantage largest in one column", clearest_in},
        {"crossing", "one row worse than another at first, better later", crossing},
        {"no_loss", "difference inside the binomial interval of the test set", no_loss},
        {"reach_consistent", "a target is reached where and only where the asymptote is below it",
         reach_consistent},
        {"bound_holds", "a measure of every run at most a bound", bound_holds},
        {"linear_growth", "the cells of each block of rows and each column lie on a line over what grows",
         linear_growth},
        {"hessian_determinant", "determinants of abc2010 section 2.2 as printed", hessian_determinant},
        {"not_obtainable", "never to be had, with the reason", not_obtainable},
    };
    return kRules;
}

Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables, const RunSet& runs) {
    const RuleEntry& entry =
        find_named(rules(), spec.rule, "rule", &RuleEntry::name, "claim '" + spec.id + "'");
    try {
        Claim claim;
        claim.spec = &spec;
        const auto put_to = [&](Source source) {
            return entry.decide(spec.parameters, Numbers(experiment, tables, runs, source));
        };
        claim.ours = put_to(Source::ours_full_scale);
        if (const Value* never = spec.parameters.find("not_obtainable"))
            claim.ours = {Verdict::not_obtainable, never->as_string()};
        if (claim.ours.verdict == Verdict::not_enough_data && !experiment.redrawn.empty())
            if (Finding redrawn = put_to(Source::ours_redrawn); is_decided(redrawn.verdict)) {
                claim.ours = std::move(redrawn);
                claim.on = experiment.redrawn_as;
            }
        if (claim.ours.verdict == Verdict::not_enough_data) {
            const Finding smaller = put_to(Source::ours_any);
            if (smaller.evidence != claim.ours.evidence)
                claim.indication = verdict_text(smaller.verdict, experiment) + ", " + smaller.evidence;
        }
        const Finding published = put_to(Source::published);
        if (is_decided(published.verdict)) {
            claim.published = published.evidence;
            claim.contradicted = published.verdict == Verdict::not_reproduced;
        }
        return claim;
    } catch (Error& error) {
        error.add_context("claim '" + spec.id + "'");
        throw;
    }
}

}  // namespace reboost::report
