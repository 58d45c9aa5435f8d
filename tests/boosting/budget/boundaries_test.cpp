/// Cases that lie exactly on a boundary: what is spent equals the budget, a margin equals the threshold.
#include "boosting/budget/trials.hpp"
#include "support/budget_data.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

struct Silent final : RoundObserver {
    void on_round(const RoundRecord&) override {}
    void on_evaluation(const EvaluationRecord&) override {}
};

learners::BaseClassifier stump(std::uint32_t feature, double alpha) {
    learners::BaseClassifier classifier;
    classifier.alpha = alpha;
    classifier.splits = {{feature, 1}};
    classifier.votes = {0, 1};  // below: -1, above: +1
    return classifier;
}

}  // namespace

TEST_CASE("a budget that is spent to the last pays for the round that spent it") {
    // Every cut costs 1, so the k-th new cut brings the sum to exactly k.
    AdaBoostBtOptions options;
    options.rounds = 40;
    options.prices.rule = PriceRule::uniform;
    options.trials = {1, 90, 60, 1, 5};
    Recipe recipe;
    recipe.booster = options;
    const auto pool =
        std::make_shared<const data::BinnedSplit>(testing::random_budget_problem(21, 160, 8, 30));
    const auto trials = make_budget_trials(recipe, pool, {});
    Silent observer;
    trials->train(observer);
    Archive curves;
    trials->save_curves(curves);
    CHECK(curves.get<double>("trials/budget") == std::vector<double>{1, 2, 3, 4, 5});
    CHECK(curves.get<double>("trials/spent_at") == std::vector<double>{1, 2, 3, 4, 5});
}

TEST_CASE("a margin of exactly zero is no training error of the bound") {
    // Two columns that disagree on rows 2 and 3: equal alphas cancel there, so no margin is below zero.
    const data::BinnedSplit data = testing::budget_problem({{1, 1, 0, 0}, {1, 0, 1, 0}}, {1, 1, 1, -1});
    const double gamma = 0.5, alpha = 0.5 * std::log((1 + gamma) / (1 - gamma));
    learners::Ensemble ensemble(1);
    ensemble.append(stump(0, alpha));
    ensemble.append(stump(1, alpha));
    const std::vector<double> edges{gamma, gamma};
    const BoundRatios ratios = measure_bounds(ensemble, edges, data.train, data.train_labels);
    // After round 1 row 3 is wrong: share 1/4 against the bound sqrt(1 - gamma^2). After round 2 none is.
    CHECK(ratios.training_error == Approx(0.25 / std::sqrt(0.75)).epsilon(1e-12));
    // theta = 0.8, round 2: two rows have margin 0, so the share at most 0.8 is 1/2 against the bound's
    // product.
    const double bound = std::pow(1.5, 1.8) * std::pow(0.5, 0.2);
    CHECK(ratios.margin >= 0.5 / bound);
}
