#include "bench/recipes.hpp"
#include "bench/results.hpp"
#include "bench/running_booster.hpp"
#include "bench/statistics.hpp"

namespace reboost::bench {
namespace {

/// A multiple of the booster's batch of evaluated rounds.
constexpr std::size_t kRounds = 256;
constexpr int kStretches = 5;

double limit_of(std::string_view data_set) {
    return data_set == "pendigits" ? 0.5 : data_set == "mnist" ? 0.1 : kNone;
}

double round_target_ms(std::size_t column) {
    for (const TableRow& row : table_rows())
        if (row.learner == LearnerKind::stump && row.selector == SelectorKind::ucb1)
            return row.targets_ms[column];
    return kNone;
}

EvaluationCost measure_one(std::size_t column, DataShelf& shelf, double scale) {
    const std::string_view name = kDataSets[column];
    const auto data = shelf.get(name);
    boosting::Recipe recipe = make_recipe(LearnerKind::stump, SelectorKind::ucb1, data->train.features());
    recipe.evaluation.test_every = 1;
    RunningBooster booster(recipe, data);
    const std::size_t warm = warm_rounds(SelectorKind::ucb1, data->train.features());
    booster.advance((warm + kRounds - 1) / kRounds * kRounds);
    std::vector<double> rounds, evaluations;
    for (int i = 0; i < kStretches; ++i) {
        const Stretch stretch = booster.advance(kRounds);
        if (stretch.rounds < kRounds) break;
        rounds.push_back(stretch.ms_per_round());
        evaluations.push_back(1e3 * stretch.eval_cpu_seconds / static_cast<double>(stretch.rounds));
    }
    return {std::string(name), data->provenance.stand_in,      median(rounds), median(evaluations),
            limit_of(name),    scale * round_target_ms(column)};
}

}  // namespace

std::vector<EvaluationCost> measure_evaluation(const BenchOptions& options, DataShelf& shelf, double scale) {
    std::vector<EvaluationCost> costs;
    for (std::size_t column = 0; column < kDataSets.size(); ++column)
        if (options.wants("evaluation/" + std::string(kDataSets[column])))
            costs.push_back(measure_one(column, shelf, scale));
    return costs;
}

}  // namespace reboost::bench
