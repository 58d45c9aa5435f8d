#include "report/policies/outcomes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::report {
namespace {

constexpr int kTargets = 5;
constexpr double kFirstTarget = 0.05;  ///< share of the target row's work

using Draws = std::vector<Path>;  ///< the runs of a method on a split

/// What a method's runs on a split spend to reach a target.
struct Reached {
    std::size_t runs = 0;  ///< that reach it
    double log_cost = 0;   ///< mean over those
};

Reached reach(const Draws& paths, Cost cost, double target) {
    Reached reached;
    for (const Path& path : paths)
        if (const std::optional<double> spent = path.cost_to(cost, target)) {
            ++reached.runs;
            // A column that is constant costs nothing: the first value counts.
            reached.log_cost += std::log(std::max(*spent, cost == Cost::seconds ? 1e-9 : 1.0));
        }
    reached.log_cost /= static_cast<double>(std::max<std::size_t>(1, reached.runs));
    return reached;
}

double mean_error(const Draws& paths, double budget) {
    double sum = 0;
    for (const Path& path : paths)
        sum += path.error_at(Cost::work, budget);
    return sum / static_cast<double>(paths.size());
}

/// The mean end of runs that went their whole way; infinite where none did.
double end_of(const Draws& paths) {
    double sum = 0, count = 0;
    for (const Path& path : paths)
        if (!path.ended_itself) sum += path.end(Cost::work), ++count;
    return count > 0 ? sum / count : std::numeric_limits<double>::infinity();
}

/// As a share of the test rows; of runs stored before their number was, one of 10,000.
double half_an_error(const Draws& paths) {
    const double rows = paths.front().test_rows;
    return rows > 0 ? 0.5 / rows : 0.5e-4;
}

SetOutcome outcome_on(const Contest& contest, std::size_t row, std::size_t other, std::size_t column,
                      const std::vector<std::int64_t>& splits, Cost cost) {
    SetOutcome outcome;
    outcome.column = column;
    outcome.splits = splits.size();
    std::vector<double> costs, errors;
    double triples = 0, other_triples = 0;
    for (const std::int64_t split : splits) {
        const Draws &own = contest.entries[row][column].replicates.at(split),
                    &others = contest.entries[other][column].replicates.at(split);
        double sum = 0, count = 0;
        for (const double target : targets_on(contest, column, split)) {
            const Reached a = reach(own, cost, target), b = reach(others, cost, target);
            outcome.reached += static_cast<double>(a.runs);
            outcome.other_reached += static_cast<double>(b.runs);
            triples += static_cast<double>(own.size());
            other_triples += static_cast<double>(others.size());
            if (a.runs < own.size() || b.runs < others.size()) continue;
            sum += a.log_cost - b.log_cost;
            ++count;
        }
        if (count > 0) costs.push_back(sum / count);
        const double budget = budget_on(contest, column, split), half = half_an_error(own);
        errors.push_back(std::log((mean_error(own, budget) + half) / (mean_error(others, budget) + half)));
    }
    // One split of several says nothing of its error.
    if (costs.size() > 1 || (costs.size() == 1 && splits.size() == 1))
        outcome.cost = statistics::effect_of(costs);
    outcome.error = statistics::effect_of(errors);
    outcome.reached /= triples;
    outcome.other_reached /= other_triples;
    return outcome;
}

}  // namespace

std::vector<double> targets_on(const Contest& contest, std::size_t column, std::int64_t split) {
    const Path& path = contest.entries[contest.target][column].replicates.at(split).front();
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

std::vector<SetOutcome> outcomes(const Contest& contest, std::size_t row, std::size_t other, Cost cost) {
    std::vector<SetOutcome> found;
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column)
        if (const auto splits = contest.splits_of({row, other, contest.target}, column); !splits.empty())
            found.push_back(outcome_on(contest, row, other, column, splits, cost));
    return found;
}

}  // namespace reboost::report
