/// Contests in report.json.
#include "core/fields.hpp"
#include "core/order.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace reboost::report {
namespace {

Value ratio_json(const Ratio& ratio) {
    return object_of(some("value", ratio.interval.estimate), some("low", ratio.interval.low),
                     some("high", ratio.interval.high), some("next_set_low", ratio.next_set.low),
                     some("next_set_high", ratio.next_set.high), some("spread", ratio.spread),
                     some("p", ratio.p), some("signed_rank_p", ratio.signed_rank_p),
                     some("detectable", ratio.detectable), key("sets", ratio.sets),
                     key("side", enum_name(ratio.side())));
}

Value effect_json(const statistics::Effect& effect) {
    return object_of(some("mean", effect.mean), some("variance", effect.variance));
}

Value comparison_json(const Contest& contest, const Comparison& one) {
    const auto label = [&](std::size_t column) { return contest.spec->columns[column].label; };
    const auto of_set = [&](const SetOutcome& set) {
        return object_of(key("set", label(set.column)), key("splits", set.splits),
                         key("log_cost", set.cost ? effect_json(*set.cost) : Value()),
                         key("log_error", effect_json(set.error)), some("reached", set.reached),
                         some("other_reached", set.other_reached));
    };
    return object_of(key("method", contest.name(one.row)), key("against", contest.name(one.other)),
                     key("announced", one.announced), key("side", enum_name(one.side())),
                     key("cost", ratio_json(one.cost)), key("error", ratio_json(one.error)),
                     some("reached", one.reached), some("other_reached", one.other_reached),
                     list_key("hangs_on", one.hangs_on, label), list_key("sets", one.sets, of_set));
}

/// Returns the ratio that such a study detects with probability 0.8: the median over the announced methods;
/// if none is announced, over all methods but the target.
double detectable(const Contest& contest, const std::vector<Comparison>& all) {
    const bool announced = std::ranges::any_of(all, &Comparison::announced);
    std::vector<double> found;
    for (const Comparison& one : all)
        if (one.row != contest.target && (one.announced || !announced) && std::isfinite(one.cost.detectable))
            found.push_back(one.cost.detectable);
    std::ranges::sort(found);
    return found.empty() ? kNoValue : found[found.size() / 2];
}

Value sets_without_ratio(const Contest& contest, const std::vector<Comparison>& all) {
    std::map<std::size_t, bool> rated;  // by column
    for (const Comparison& one : all)
        for (const SetOutcome& set : one.sets)
            rated[set.column] |= set.cost.has_value();
    Value sets = Value::list();
    for (const auto& [column, has_ratio] : rated)
        if (!has_ratio) sets.push(contest.spec->columns[column].label);
    return sets;
}

/// Returns the methods whose runs call an external program, whose CPU time is not in their seconds.
Value methods_with_program(const Contest& contest) {
    Value methods = Value::list();
    for (const std::size_t row : contest.rows())
        if (std::ranges::any_of(contest.entries[row], [](const Entry& entry) {
                return !entry.empty() && asks_program(entry.runs.front()->options());
            }))
            methods.push(contest.name(row));
    return methods;
}

Value judged_json(const Contest& contest, const Verdicts& verdicts) {
    const auto comparisons = [&](const std::vector<Comparison>& all) {
        return Value::list_of(all, [&](const Comparison& one) { return comparison_json(contest, one); });
    };
    const bool timed = verdicts.cost == Cost::seconds;
    // If the baseline draws at random, the two lists of comparisons are equal, and one is enough.
    const bool same = !verdicts.random.empty() && contest.baseline == contest.yardstick;
    return object_of(key("cost", enum_name(verdicts.cost)), key("sets", verdicts.sets),
                     key("fewest_splits", verdicts.fewest_splits), key("most_splits", verdicts.most_splits),
                     key("most_draws", verdicts.most_draws), key("left_out", contest.left_out),
                     key("without_ratio", sets_without_ratio(contest, verdicts.first())),
                     some("detectable", detectable(contest, verdicts.first())),
                     key("programs", timed ? methods_with_program(contest) : Value()),
                     key("pace", timed ? pace_gap(contest) : Value()),
                     key("against_random", comparisons(verdicts.random)),
                     key("against_baseline", same ? Value::list() : comparisons(verdicts.baseline)));
}

Value sets_json(const Contest& contest) {
    Value sets = Value::list();
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        std::int64_t features = 0;
        for (const auto& row : contest.entries)
            if (!row[column].runs.empty() && features == 0)
                features =
                    static_cast<std::int64_t>(number_at(row[column].runs.front()->attributes, "features", 0));
        sets.push(object_of(key("label", contest.spec->columns[column].label), some("features", features)));
    }
    return sets;
}

}  // namespace

Value contest_json(const FilledContest& filled) {
    const Contest& contest = filled.contest;
    const ContestSpec& spec = *contest.spec;
    const auto name = [&](std::size_t row) { return contest.name(row); };
    Value judged = Value::list();
    if (filled.work.sets > 0) judged.push(judged_json(contest, filled.work));
    if (filled.seconds.sets > 0) judged.push(judged_json(filled.timed, filled.seconds));
    std::vector<std::size_t> absent = indices(spec.rows.size());
    std::erase_if(absent, [&](std::size_t row) { return contest.present(row); });
    return object_of(
        key("id", spec.id), key("label", spec.label), key("equivalence", spec.equivalence),
        key("runs", filled.used.size()), list_key("methods", contest.rows(), name),
        list_key("absent", absent, name),
        key("judged", !filled.work.random.empty() || !filled.work.baseline.empty()),
        key("sets", sets_json(contest)), key("baseline", name(contest.baseline)),
        key("target", name(contest.target)),
        key("random_draws", contest.yardstick ? Value(name(*contest.yardstick)) : Value()),
        key("costs", std::move(judged)), key("where", filled.where), key("choosing", filled.choosing),
        list_key("figures", filled.figures, [](const Figure& figure) {
            return object_of(key("id", figure.id), list_key("panels", figure.panels, panel_numbers));
        }));
}

}  // namespace reboost::report
