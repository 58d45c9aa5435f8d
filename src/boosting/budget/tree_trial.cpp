#include "boosting/budget/tree_trial.hpp"

#include "boosting/budget/prices.hpp"
#include "learners/priced/cart.hpp"

#include <algorithm>

namespace reboost::boosting {
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

}  // namespace reboost::boosting
