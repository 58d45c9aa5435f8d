#include "boosting/budget/trial.hpp"

#include "boosting/budget/prices.hpp"
#include "boosting/budget/sampling.hpp"
#include "boosting/budget/tree_trial.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "boosting/mh/constant_model.hpp"
#include "core/fields.hpp"

#include <algorithm>
#include <string>

namespace reboost::boosting {
namespace {

/// Keeps what a trial wants of a training.
class TrialObserver final : public RoundObserver {
  public:
    void on_round(const RoundRecord& record) override {
        edges.push_back(record.edge);
        spent.push_back(record.spent);
        last = record;
    }
    void on_evaluation(const EvaluationRecord& record) override {
        if (record.part == Part::test) test_error.push_back(record.one_error);
        eval_cpu_seconds = record.eval_cpu_seconds;
    }
    std::vector<double> edges, spent, test_error;
    double eval_cpu_seconds = 0;
    RoundRecord last;
};

Rng stream(std::uint64_t seed, const char* purpose, std::uint64_t trial) {
    return Rng(seed, std::string(purpose) + " of trial " + std::to_string(trial));
}

double constant_error(const data::Labels& test, int constant) {
    return vote_error(std::vector<float>(test.rows, 0.0F), test, constant);
}

Recipe training_recipe(const Recipe& recipe, std::uint64_t trial) {
    Recipe inner = recipe;
    inner.evaluation = EvaluationOptions{};
    inner.evaluation.ties = recipe.evaluation.ties;
    inner.evaluation.train_points_per_decade = 0;
    inner.seed = stream(recipe.seed, "selector", trial).next() >> 11U;
    return inner;
}

/// Rounds that a budget pays for.
std::size_t rounds_paid(const std::vector<double>& spent, double budget) {
    return static_cast<std::size_t>(std::upper_bound(spent.begin(), spent.end(), budget) - spent.begin());
}

void note_training(const AdaBoostMh& model, const TrialObserver& seen, const data::BinnedSplit& data,
                   TrialOutcome& outcome) {
    const learners::BudgetAccount& account = *model.account();
    outcome.rounds = static_cast<double>(model.ensemble().size());
    outcome.spent = account.spent();
    outcome.features_paid = static_cast<double>(account.items_paid());
    const double max_price = account.prices().max_price();
    for (std::size_t t = 0; t < model.ensemble().size() && outcome.dearest_round == 0; ++t)
        for (const learners::Split& split : model.ensemble()[t].splits)
            if (account.prices().at(split.feature, split.threshold) == max_price)
                outcome.dearest_round = static_cast<double>(t + 1);
    if (data.train_labels.classes == 1) {
        const BoundRatios ratios =
            measure_bounds(model.ensemble(), seen.edges, data.train, data.train_labels);
        outcome.training_bound = ratios.training_error;
        outcome.margin_bound = ratios.margin;
    }
    outcome.train_cpu_seconds += seen.last.train_cpu_seconds;
    outcome.wall_seconds += seen.last.wall_seconds;
    outcome.eval_cpu_seconds += seen.eval_cpu_seconds;
    outcome.work += seen.last.work;
}

/// Reads the curve off one training.
void read_curve(const TrialObserver& seen, const std::vector<double>& grid, double constant,
                TrialOutcome& outcome) {
    for (const double budget : grid) {
        const std::size_t paid = std::min(rounds_paid(seen.spent, budget), seen.test_error.size());
        outcome.test_error.push_back(paid == 0 ? constant : seen.test_error[paid - 1]);
        outcome.spent_at.push_back(paid == 0 ? 0 : seen.spent[paid - 1]);
    }
    outcome.final_error = seen.test_error.empty() ? constant : seen.test_error.back();
}

void sample_curve(const AdaBoostRsOptions& options, const AdaBoostMh& model, const data::BinnedSplit& data,
                  const std::vector<double>& grid, int constant, const Rng& rng, TrialOutcome& outcome) {
    const SampledModel sampled{&model.ensemble(), &model.account()->prices(), options.weights};
    const HypothesisVotes votes(model.ensemble(), data.test);
    outcome.test_error = options.draw == SampleDraw::once
                             ? errors_drawn_once(sampled, votes, data.test_labels, constant, grid, rng)
                             : errors_drawn_anew(sampled, votes, data.test_labels, constant, grid, rng);
    DrawSequence sequence(sampled, rng);
    for (const double budget : grid) {
        sequence.advance(budget);
        outcome.spent_at.push_back(sequence.spent());
    }
}

/// `pass_over`: the only variant that needs one training per budget.
void train_each_budget(const Recipe& recipe, const std::shared_ptr<const data::BinnedSplit>& data,
                       const BudgetPlan& plan, const Resources& resources, const std::vector<double>& grid,
                       double constant, TrialOutcome& outcome) {
    for (const double budget : grid) {
        BudgetPlan limited = plan;
        limited.limit = budget;
        const std::unique_ptr<AdaBoostMh> model = make_priced_adaboost(recipe, data, resources, limited);
        TrialObserver seen;
        model->train(seen);
        outcome.test_error.push_back(seen.test_error.empty() ? constant : seen.test_error.back());
        outcome.spent_at.push_back(model->account()->spent());
        note_training(*model, seen, *data, outcome);
    }
    outcome.final_error = outcome.test_error.empty() ? constant : outcome.test_error.back();
}

}  // namespace

std::vector<double> budget_grid(const TrialOptions& options) {
    std::vector<double> grid;
    for (std::size_t i = 1; static_cast<double>(i) * options.budget_step <= options.budget_max * (1 + 1e-12);
         ++i)
        grid.push_back(static_cast<double>(i) * options.budget_step);
    return grid;
}

std::vector<double> node_grid(std::int64_t max_nodes) {
    std::vector<double> grid{1};
    for (std::int64_t power = 2; 2 * power - 1 <= max_nodes; power *= 2) {
        grid.push_back(static_cast<double>(2 * power - 1));
        if (3 * power - 1 <= max_nodes) grid.push_back(static_cast<double>(3 * power - 1));
    }
    return grid;
}

TrialOutcome run_budget_trial(const Recipe& recipe, const std::shared_ptr<const data::BinnedSplit>& data,
                              std::uint64_t trial, const Resources& resources) {
    if (const auto* tree = std::get_if<DecisionTreeOptions>(&recipe.booster))
        return run_tree_trial(*tree, *data, stream(recipe.dataset_seed, "prices", trial), resources);
    const BudgetedOptions& options = *base_of<BudgetedOptions>(recipe.booster);
    const std::vector<double> grid = budget_grid(options.trials);
    const int constant = majority_class(data->train_labels);
    const double untrained = constant_error(data->test_labels, constant);
    const auto* sampling = std::get_if<AdaBoostRsOptions>(&recipe.booster);
    const double largest =
        sampling != nullptr || grid.empty() ? std::numeric_limits<double>::infinity() : grid.back();
    const BudgetPlan plan{name_of(recipe.booster), budget_rule(recipe.booster),
                          make_prices(options.prices, *data, stream(recipe.dataset_seed, "prices", trial)),
                          std::min(largest, options.budget.value_or(largest))};
    const Recipe inner = training_recipe(recipe, trial);
    TrialOutcome outcome;
    if (plan.rule.only_affordable && sampling == nullptr) {
        train_each_budget(inner, data, plan, resources, grid, untrained, outcome);
        return outcome;
    }
    const std::unique_ptr<AdaBoostMh> model = make_priced_adaboost(inner, data, resources, plan);
    TrialObserver seen;
    model->train(seen);
    note_training(*model, seen, *data, outcome);
    if (sampling != nullptr) {
        sample_curve(*sampling, *model, *data, grid, constant, stream(recipe.seed, "draws", trial), outcome);
        outcome.final_error = seen.test_error.empty() ? untrained : seen.test_error.back();
    } else {
        read_curve(seen, grid, untrained, outcome);
    }
    return outcome;
}

}  // namespace reboost::boosting
