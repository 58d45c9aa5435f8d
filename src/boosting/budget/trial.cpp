#include "boosting/budget/trial.hpp"

#include "boosting/bookkeeping.hpp"
#include "boosting/budget/prices.hpp"
#include "boosting/budget/sampling.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/choices.hpp"
#include "learners/priced/cart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace reboost::boosting {

namespace {

constexpr std::array<double, 6> kThetas{0, 0.05, 0.1, 0.2, 0.4, 0.8};
constexpr double kPointsPerDecade = 10;
/// Edges and margins are rounded: a margin that sums to θ up to this counts as above it.
constexpr double kMarginSlack = 1e-9;

double share_at_most(const std::vector<double>& margins, double norm, double theta) {
    const auto count =
        std::ranges::count_if(margins, [&](double m) { return m <= theta * norm - kMarginSlack * norm; });
    return static_cast<double>(count) / static_cast<double>(margins.size());
}

}  // namespace

BoundRatios measure_bounds(const learners::Ensemble& ensemble, std::span<const double> edges,
                           const data::BinnedMatrix& rows, const data::Labels& labels) {
    BoundRatios ratios;
    std::vector<double> margins(rows.rows, 0);  // y_i Σ α h(x_i)
    std::vector<std::uint16_t> cells(rows.rows);
    std::array<double, kThetas.size()> log_bounds{};
    double log_z = 0, norm = 0;
    for (std::size_t t = 0; t < edges.size(); ++t) {
        const auto view = ensemble[t];
        const double gamma = edges[t], alpha = 0.5 * std::log((1 + gamma) / (1 - gamma));
        if (!(gamma < 1) || std::abs(alpha - view.alpha) > 1e-9 * alpha) break;
        learners::assign_cells(view.splits, view.children, rows, 0, rows.rows, cells);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            const bool positive = (view.votes[cells[i]] & 1U) != 0;
            margins[i] += (positive == (labels.y[i] > 0)) ? view.alpha : -view.alpha;
        }
        norm += view.alpha;
        log_z += 0.5 * std::log1p(-gamma * gamma);
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            log_bounds[k] +=
                0.5 * ((1 + kThetas[k]) * std::log1p(gamma) + (1 - kThetas[k]) * std::log1p(-gamma));
        if (!is_log_spaced(t + 1, edges.size(), kPointsPerDecade)) continue;
        ratios.training_error =
            std::max(ratios.training_error, share_at_most(margins, norm, 0) / std::exp(log_z));
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            ratios.margin =
                std::max(ratios.margin, share_at_most(margins, norm, kThetas[k]) / std::exp(log_bounds[k]));
    }
    return ratios;
}

namespace {

double error_of(const std::vector<std::int8_t>& predictions, const data::Labels& labels) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < predictions.size(); ++i)
        errors += predictions[i] != labels.y[i] ? 1U : 0U;
    return static_cast<double>(errors) / static_cast<double>(std::max<std::size_t>(1, predictions.size()));
}

}  // namespace

TrialOutcome run_tree_trial(const DecisionTreeOptions& options, const data::BinnedSplit& data,
                            const Rng& price_rng, const Resources& resources) {
    const learners::CutPrices prices = make_prices(options.prices, data, price_rng);
    const double cpu = resources.clock->thread_cpu_seconds(), wall = resources.clock->wall_seconds();
    const learners::DecisionTree tree = learners::DecisionTree::grow(data.train, data.train_labels);
    const std::vector<std::int32_t> links = learners::weakest_links(tree);
    TrialOutcome outcome;
    outcome.train_cpu_seconds = resources.clock->thread_cpu_seconds() - cpu;
    outcome.wall_seconds = resources.clock->wall_seconds() - wall;
    outcome.work = tree.work();
    outcome.rounds = 1;

    const std::vector<double> grid = node_grid(options.max_nodes);
    outcome.test_error.assign(grid.size(), 0);
    outcome.spent_at.assign(grid.size(), 0);
    std::vector<std::uint8_t> collapsed(tree.nodes().size(), 0);
    std::size_t step = 0;
    for (std::size_t g = grid.size(); g-- > 0;) {  // from the full tree down
        while (step < links.size() && static_cast<double>(learners::count_nodes(tree, collapsed)) > grid[g])
            collapsed[static_cast<std::size_t>(links[step++])] = 1;
        const learners::TreeAnswers test = learners::answers(tree, collapsed, data.test, prices);
        outcome.test_error[g] = error_of(test.prediction, data.test_labels);
        outcome.spent_at[g] = test.mean_price;
    }
    outcome.final_error = outcome.test_error.back();
    outcome.spent = outcome.spent_at.back();
    outcome.eval_cpu_seconds = resources.clock->thread_cpu_seconds() - cpu - outcome.train_cpu_seconds;
    return outcome;
}

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
