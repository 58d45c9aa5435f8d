#include "boosting/bookkeeping.hpp"
#include "boosting/budget/sampling.hpp"
#include "boosting/budget/trials.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/fields.hpp"
#include "learners/priced/cart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace reboost::boosting {
namespace {

constexpr std::array<double, 6> kThetas{0, 0.05, 0.1, 0.2, 0.4, 0.8};
/// Edges and margins are rounded: a margin counts as above θ if it is less than θ by at most this.
constexpr double kMarginSlack = 1e-9;

double share_at_most(const std::vector<double>& margins, double norm, double theta) {
    const auto count =
        std::ranges::count_if(margins, [&](double m) { return m <= theta * norm - kMarginSlack * norm; });
    return static_cast<double>(count) / static_cast<double>(margins.size());
}

/// Records what a trial needs of its training.
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

Recipe training_recipe(const Recipe& recipe, std::uint64_t trial) {
    Recipe inner = recipe;
    inner.evaluation = EvaluationOptions{};
    inner.evaluation.ties = recipe.evaluation.ties;
    inner.evaluation.train_points_per_decade = 0;
    inner.seed = stream(recipe.seed, "selector", trial).next() >> 11U;
    return inner;
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
    if (data.train_labels.classes == 1)
        static_cast<BoundRatios&>(outcome) =
            measure_bounds(model.ensemble(), seen.edges, data.train, data.train_labels);
    outcome.train_cpu_seconds += seen.last.train_cpu_seconds;
    outcome.wall_seconds += seen.last.wall_seconds;
    outcome.eval_cpu_seconds += seen.eval_cpu_seconds;
    outcome.work += seen.last.work;
}

/// Reads the curve from one training: a budget pays for the rounds before the first that exceeds the budget.
void read_curve(const TrialObserver& seen, const std::vector<double>& grid, double constant,
                TrialOutcome& outcome) {
    for (const double budget : grid) {
        const auto found = std::ranges::upper_bound(seen.spent, budget);
        const std::size_t paid =
            std::min(static_cast<std::size_t>(found - seen.spent.begin()), seen.test_error.size());
        outcome.test_error.push_back(paid == 0 ? constant : seen.test_error[paid - 1]);
        outcome.spent_at.push_back(paid == 0 ? 0 : seen.spent[paid - 1]);
    }
}

void sample_curve(const AdaBoostRsOptions& options, const AdaBoostMh& model, const data::BinnedSplit& data,
                  const std::vector<double>& grid, int constant, const Rng& rng, TrialOutcome& outcome) {
    const SampledModel sampled{&model.ensemble(), &model.account()->prices(), options.weights};
    outcome.test_error = sampled_errors(options.draw, sampled, votes_of(model.ensemble(), data.test),
                                        data.test_labels, constant, grid, rng);
    DrawSequence sequence(sampled, rng);
    for (const double budget : grid) {
        sequence.advance(budget);
        outcome.spent_at.push_back(sequence.spent());
    }
}

/// Figure 3: one tree grown and pruned on the training rows; the error at N nodes is that of the largest tree
/// of the pruning sequence with at most N nodes, leaves included.
TrialOutcome run_tree_trial(const DecisionTreeOptions& options, const data::BinnedSplit& data,
                            const learners::CutPrices& prices, const Resources& resources) {
    const double cpu = resources.clock->thread_cpu_seconds(), wall = resources.clock->wall_seconds();
    const learners::DecisionTree tree = learners::grow_tree(data.train, data.train_labels);
    const std::vector<learners::PruningStep> links = learners::weakest_links(tree);
    TrialOutcome outcome;
    outcome.train_cpu_seconds = resources.clock->thread_cpu_seconds() - cpu;
    outcome.wall_seconds = resources.clock->wall_seconds() - wall;
    outcome.work = tree.work;
    outcome.rounds = 1;

    const std::vector<double> grid = node_grid(options.max_nodes);
    outcome.test_error.assign(grid.size(), 0);
    outcome.spent_at.assign(grid.size(), 0);
    std::vector<std::uint8_t> collapsed(tree.nodes.size(), 0);
    auto step = links.begin();
    std::size_t nodes = tree.nodes.size();
    for (std::size_t g = grid.size(); g-- > 0;) {  // from the largest number of nodes down
        for (; step != links.end() && static_cast<double>(nodes) > grid[g]; ++step) {
            collapsed[step->node] = 1;
            nodes = step->nodes_left;
        }
        const learners::TreeAnswers test = learners::answers(tree, collapsed, data.test, prices);
        const std::vector<float> votes(test.prediction.begin(), test.prediction.end());
        outcome.test_error[g] = vote_error(votes, data.test_labels, 1);
        outcome.spent_at[g] = test.mean_price;
    }
    outcome.final_error = outcome.test_error.back();
    outcome.spent = outcome.spent_at.back();
    outcome.eval_cpu_seconds = resources.clock->thread_cpu_seconds() - cpu - outcome.train_cpu_seconds;
    return outcome;
}

}  // namespace

BoundRatios measure_bounds(const learners::Ensemble& ensemble, std::span<const double> edges,
                           const data::BinnedMatrix& rows, const data::Labels& labels) {
    BoundRatios ratios;
    std::vector<double> margins(rows.rows, 0);  // y_i Σ α h(x_i) per row
    const HypothesisVotes votes = votes_of(ensemble, rows);
    std::array<double, kThetas.size()> log_bounds{};
    double log_z = 0, norm = 0;
    for (std::size_t t = 0; t < edges.size(); ++t) {
        const auto view = ensemble[t];
        const double gamma = edges[t], alpha = 0.5 * std::log((1 + gamma) / (1 - gamma));
        if (!(gamma < 1) || std::abs(alpha - view.alpha) > 1e-9 * alpha) break;
        for (std::size_t i = 0; i < rows.rows; ++i)
            margins[i] += votes(t, i) * labels.y[i] * view.alpha;
        norm += view.alpha;
        log_z += 0.5 * std::log1p(-gamma * gamma);
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            log_bounds[k] +=
                0.5 * ((1 + kThetas[k]) * std::log1p(gamma) + (1 - kThetas[k]) * std::log1p(-gamma));
        if (!is_log_spaced(t + 1, edges.size(), 10)) continue;
        ratios.training_error =
            std::max(ratios.training_error, share_at_most(margins, norm, 0) / std::exp(log_z));
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            ratios.margin =
                std::max(ratios.margin, share_at_most(margins, norm, kThetas[k]) / std::exp(log_bounds[k]));
    }
    return ratios;
}

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

TrialOutcome run_budget_trial(const Recipe& recipe, const SharedSplit& data, std::uint64_t trial,
                              const Resources& resources) {
    const learners::CutPrices prices = make_prices(*field_of<PriceOptions>(recipe.booster), *data,
                                                   stream(recipe.dataset_seed, "prices", trial));
    if (const auto* tree = std::get_if<DecisionTreeOptions>(&recipe.booster))
        return run_tree_trial(*tree, *data, prices, resources);
    const BudgetedOptions& options = *base_of<BudgetedOptions>(recipe.booster);
    const auto* sampling = std::get_if<AdaBoostRsOptions>(&recipe.booster);
    const Recipe inner = training_recipe(recipe, trial);
    const std::vector<double> grid = budget_grid(options.trials);
    const int constant = majority_class(data->train_labels);
    const double untrained =
        vote_error(std::vector<float>(data->test_labels.rows, 0.0F), data->test_labels, constant);
    TrialOutcome outcome;
    outcome.final_error = untrained;
    const auto train = [&](double limit, TrialObserver& seen) {
        std::unique_ptr<AdaBoostMh> model = make_priced_adaboost(inner, data, resources, prices, limit);
        model->train(seen);
        note_training(*model, seen, *data, outcome);
        outcome.final_error = seen.test_error.empty() ? untrained : seen.test_error.back();
        return model;
    };
    if (options.unaffordable == Unaffordable::pass_over && sampling == nullptr) {
        for (const double budget : grid) {
            TrialObserver seen;
            train(budget, seen);
            outcome.test_error.push_back(outcome.final_error);
            outcome.spent_at.push_back(outcome.spent);
        }
        return outcome;
    }
    const double largest =
        sampling != nullptr || grid.empty() ? std::numeric_limits<double>::infinity() : grid.back();
    TrialObserver seen;
    const auto model = train(std::min(largest, options.budget.value_or(largest)), seen);
    if (sampling != nullptr)
        sample_curve(*sampling, *model, *data, grid, constant, stream(recipe.seed, "draws", trial), outcome);
    else
        read_curve(seen, grid, untrained, outcome);
    return outcome;
}

}  // namespace reboost::boosting
