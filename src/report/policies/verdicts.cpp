#include "report/policies/verdicts.hpp"

#include "core/mapped.hpp"
#include "report/measures/measures.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::report {
namespace {

constexpr int kTargets = 5;
constexpr double kFirstTarget = 0.05;  ///< first target: error at this share of the target row's work

/// Returns the logarithms of the costs at which runs reach a target; leaves out runs that never do.
std::vector<double> log_costs(const Draws& paths, Cost cost, double target) {
    std::vector<double> logs;
    for (const auto& path : paths)
        // Scanning a constant column costs nothing; the floor avoids log 0.
        if (const std::optional<double> spent = path->cost_to(cost, target))
            logs.push_back(std::log(std::max(*spent, cost == Cost::seconds ? 1e-9 : 1.0)));
    return logs;
}

double mean_error(const Draws& paths, double budget) {
    return mean(mapped(paths, [&](const auto& path) { return path->error_at(Cost::work, budget); }));
}

/// Mean work at the end of the runs that did not end by themselves; infinite if all did.
double end_of(const Draws& paths) {
    std::vector<double> ends;
    for (const auto& path : paths)
        if (!path->ended_itself) ends.push_back(path->end(Cost::work));
    return ends.empty() ? std::numeric_limits<double>::infinity() : mean(ends);
}

/// Half a wrong test row as a share of the rows; if their number is unknown, half of one in 10,000.
double half_an_error(const Draws& paths) {
    const double rows = paths.front()->test_rows;
    return rows > 0 ? 0.5 / rows : 0.5e-4;
}

SetOutcome outcome_on(const Contest& contest, std::size_t row, std::size_t other, std::size_t column,
                      const std::vector<std::int64_t>& splits, Cost cost) {
    SetOutcome outcome{.column = column, .splits = splits.size()};
    std::vector<double> costs, errors;
    double triples = 0, other_triples = 0;
    for (const std::int64_t split : splits) {
        const Draws &own = contest.entries[row][column].replicates.at(split),
                    &others = contest.entries[other][column].replicates.at(split);
        std::vector<double> ratios;
        for (const double target : targets_on(contest, column, split)) {
            const std::vector<double> a = log_costs(own, cost, target), b = log_costs(others, cost, target);
            outcome.reached += static_cast<double>(a.size());
            outcome.other_reached += static_cast<double>(b.size());
            triples += static_cast<double>(own.size());
            other_triples += static_cast<double>(others.size());
            if (a.size() == own.size() && b.size() == others.size()) ratios.push_back(mean(a) - mean(b));
        }
        if (!ratios.empty()) costs.push_back(mean(ratios));
        const double budget = budget_on(contest, column, split), half = half_an_error(own);
        errors.push_back(std::log((mean_error(own, budget) + half) / (mean_error(others, budget) + half)));
    }
    // One split of several gives no standard error.
    if (costs.size() > 1 || (costs.size() == 1 && splits.size() == 1))
        outcome.cost = statistics::effect_of(costs);
    outcome.error = statistics::effect_of(errors);
    outcome.reached /= triples;
    outcome.other_reached /= other_triples;
    return outcome;
}

constexpr double kSignificance = 0.05;

statistics::Interval exponential(double estimate, double low, double high) {
    return {std::exp(estimate), std::exp(low), std::exp(high)};
}

/// Ratio on one data set: Student's interval over its splits.
Ratio ratio_of_one(const statistics::Effect& effect, std::size_t splits) {
    Ratio ratio;
    ratio.sets = 1;
    const double sd = std::sqrt(effect.variance * static_cast<double>(splits));
    const double half = statistics::half_interval({sd, splits});
    ratio.interval = exponential(effect.mean, effect.mean - half, effect.mean + half);
    ratio.p = splits < kFewestSplits ? 1 : statistics::student_p(effect.mean, {sd, splits});
    ratio.next_set = {ratio.interval.estimate, kNoValue, kNoValue};
    if (std::isnan(ratio.p)) ratio.p = 1;
    return ratio;
}

Ratio ratio_over(const std::vector<statistics::Effect>& effects, std::size_t splits_of_one) {
    if (effects.size() == 1) return ratio_of_one(effects.front(), splits_of_one);
    Ratio ratio;
    if (effects.empty()) {
        ratio.interval = ratio.next_set = {kNoValue, kNoValue, kNoValue};
        return ratio;
    }
    const statistics::RandomEffects over = statistics::random_effects(effects);
    ratio.interval = exponential(over.mean, over.low, over.high);
    ratio.next_set = exponential(over.mean, over.predicted_low, over.predicted_high);
    ratio.spread = over.tau;
    ratio.p = over.p;
    ratio.detectable = std::exp(statistics::detectable(over));
    ratio.sets = effects.size();
    ratio.signed_rank_p = statistics::wilcoxon_signed_rank(mapped(effects, &statistics::Effect::mean)).p;
    return ratio;
}

/// Sets what the comparison says over its data sets.
void summarise(Comparison& comparison) {
    std::vector<statistics::Effect> costs, errors;
    std::vector<double> reached, other_reached;
    std::size_t cost_splits = 0, error_splits = 0;
    for (const SetOutcome& set : comparison.sets) {
        if (set.cost) costs.push_back(*set.cost), cost_splits = set.splits;
        errors.push_back(set.error);
        error_splits = set.splits;
        if (std::isnan(set.reached)) continue;  // this data set has no targets
        reached.push_back(set.reached);
        other_reached.push_back(set.other_reached);
    }
    comparison.reached = mean(reached);
    comparison.other_reached = mean(other_reached);
    comparison.cost = ratio_over(costs, cost_splits);
    comparison.error = ratio_over(errors, error_splits);
}

void find_what_it_hangs_on(Comparison& comparison) {
    const Side side = comparison.side();
    if (comparison.sets.size() < 3 || side == Side::undecided) return;
    for (std::size_t i = 0; i < comparison.sets.size(); ++i) {
        Comparison without = comparison;
        without.sets.erase(without.sets.begin() + static_cast<std::ptrdiff_t>(i));
        summarise(without);
        if (without.side() != side) comparison.hangs_on.push_back(comparison.sets[i].column);
    }
}

std::vector<Comparison> against(const Contest& contest, std::size_t other, Cost cost) {
    std::vector<Comparison> all;
    for (const std::size_t row : contest.rows())
        if (row != other)
            if (Comparison one = compare(contest, row, other, cost); !one.sets.empty())
                all.push_back(std::move(one));
    for (Ratio Comparison::*outcome : {&Comparison::cost, &Comparison::error}) {
        std::vector<double> p;
        for (const Comparison& one : all)
            if (one.announced) p.push_back((one.*outcome).p);
        const std::vector<double> corrected = statistics::holm(p);
        auto next = corrected.begin();
        for (Comparison& one : all)
            if (one.announced) (one.*outcome).p = *next++;
    }
    for (Comparison& one : all)
        find_what_it_hangs_on(one);
    return all;
}

}  // namespace

std::vector<double> targets_on(const Contest& contest, std::size_t column, std::int64_t split) {
    const Path& path = *contest.entries[contest.target][column].replicates.at(split).front();
    const double first = path.error_at(Cost::work, kFirstTarget * path.end(Cost::work)),
                 least = std::ranges::min(path.error);
    std::vector<double> targets;
    for (int i = 1; i <= kTargets; ++i)
        targets.push_back(std::lerp(first, least, static_cast<double>(i) / kTargets));
    return least < first ? targets : std::vector<double>();
}

double budget_on(const Contest& contest, std::size_t column, std::int64_t split) {
    double least = end_of(contest.entries[contest.target][column].replicates.at(split));
    const Entry& yardstick = contest.entries[contest.yardstick.value_or(contest.baseline)][column];
    if (const auto found = yardstick.replicates.find(split); found != yardstick.replicates.end())
        least = std::min(least, end_of(found->second));
    return least;
}

Side Ratio::side(double alpha) const {
    if (!(p <= alpha) || (sets >= kSetsForTest && signed_rank_p > kSignificance)) return Side::undecided;
    if (interval.high < 1) return Side::less;
    return interval.low > 1 ? Side::more : Side::undecided;
}

Side Comparison::side() const {
    const Side of_cost = cost.side(kSignificance / 2), of_error = error.side(kSignificance / 2);
    if (of_cost == Side::more || (of_cost == Side::undecided && of_error == Side::more)) return Side::more;
    const bool reaches = reached >= other_reached - kReachedLess;
    return of_cost == Side::less && of_error != Side::more && reaches ? Side::less : Side::undecided;
}

const Comparison* comparison_of(const std::vector<Comparison>& all, std::size_t row) {
    const auto found = std::ranges::find(all, row, &Comparison::row);
    return found == all.end() ? nullptr : &*found;
}

Comparison compare(const Contest& contest, std::size_t row, std::size_t other, Cost cost) {
    const bool announced = std::ranges::count(contest.spec->announced, contest.spec->rows[row].id) > 0;
    Comparison comparison{.row = row, .other = other, .announced = announced};
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column)
        if (const auto splits = contest.splits_of({row, other, contest.target}, column); !splits.empty())
            comparison.sets.push_back(outcome_on(contest, row, other, column, splits, cost));
    if (!comparison.sets.empty()) summarise(comparison);
    return comparison;
}

Verdicts judge(const Contest& contest, Cost cost) {
    Verdicts verdicts{.cost = cost};
    if (contest.yardstick && contest.present(*contest.yardstick))
        verdicts.random = against(contest, *contest.yardstick, cost);
    verdicts.baseline = against(contest, contest.baseline, cost);
    for (const std::size_t column : contest.columns_of({contest.baseline, contest.target})) {
        const std::size_t splits = contest.splits_of({contest.baseline, contest.target}, column).size();
        ++verdicts.sets;
        verdicts.fewest_splits = verdicts.sets == 1 ? splits : std::min(verdicts.fewest_splits, splits);
        verdicts.most_splits = std::max(verdicts.most_splits, splits);
        for (const auto& row : contest.entries)
            for (const auto& replicate : row[column].replicates)
                verdicts.most_draws = std::max(verdicts.most_draws, replicate.second.size());
    }
    return verdicts;
}

}  // namespace reboost::report
