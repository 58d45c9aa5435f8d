/// What a run is expected to cost: how estimates grow, and that they are not of another order than what was
/// measured.
#include "sweep/plan.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

namespace {

template <class Abc>
boosting::BoosterOptions abc(const selectors::BaseClassOptions& base_class) {
    Abc options;
    options.base_class = base_class;
    return options;
}

double learners_per_round(const boosting::BoosterOptions& booster, double classes) {
    return std::visit([&](const auto& o) -> double { return o.learners_per_round(classes); }, booster);
}

config::RunSpec tree_run(const boosting::BoosterOptions& booster, std::int64_t leaves) {
    config::RunSpec spec;
    spec.booster = booster;
    learners::RegressionTreeOptions tree;
    tree.leaves = leaves;
    spec.learner = tree;
    return spec;
}

}  // namespace

TEST_CASE("A round of an abc method counts its trees by how often every base class is tried", "[sweep]") {
    using boosting::AbcMartOptions;
    constexpr double kClasses = 10;
    CHECK(learners_per_round(boosting::MartOptions{}, kClasses) == 10);
    CHECK(learners_per_round(abc<AbcMartOptions>(selectors::BaseClassOptions("exhaustive")), kClasses) == 45);
    CHECK(learners_per_round(abc<AbcMartOptions>(selectors::BaseClassOptions("gap", {{"gap", 1}})),
                             kClasses) == 45);
    CHECK(learners_per_round(abc<AbcMartOptions>(selectors::BaseClassOptions("gap", {{"gap", 10}})),
                             kClasses) == Approx(12.6));
    CHECK(learners_per_round(abc<AbcMartOptions>(selectors::BaseClassOptions("worst_class")), kClasses) == 9);
    CHECK(learners_per_round(boosting::AdaBoostMhOptions{}, kClasses) == 1);
}

TEST_CASE("Estimates grow with leaves, rows and rounds, and are not of another order than what was measured",
          "[sweep]") {
    const boosting::DataFacts mnist10k{"mnist10k", 10000, 784, 10, false, false, 60000};
    boosting::LogitboostOptions logitboost;
    logitboost.rounds = 100;
    const double twenty = estimate_cost(tree_run(logitboost, 20), mnist10k).seconds;
    CHECK(estimate_cost(tree_run(logitboost, 4), mnist10k).seconds < twenty);
    // Measured: 0.06 s per round, and 0.03 to 0.06 s to score the 60,000 test rows.
    CHECK(twenty > 3);
    CHECK(twenty < 60);
    logitboost.rounds = 200;
    CHECK(estimate_cost(tree_run(logitboost, 20), mnist10k).seconds == Approx(2 * twenty));
}

TEST_CASE("A tree of AdaBoost.MH whose nodes draw features of their own is dearer by the value", "[sweep]") {
    const boosting::DataFacts isolet{"isolet", 6238, 617, 26, false, false, 1559};
    config::RunSpec spec;
    spec.booster = boosting::AdaBoostMhOptions{{}, 1000};
    learners::TreeOptions tree;
    tree.size = 8;
    spec.learner = tree;
    spec.selector = selectors::SelectorOptions("random", {{"k", 20}});
    const Cost few = estimate_cost(spec, isolet);
    spec.selector = selectors::SelectorOptions("full");
    const Cost all = estimate_cost(spec, isolet);
    const auto per_value = [&](const learners::LearnerOptions& learner,
                               const boosting::BoosterOptions& booster) {
        spec.learner = learner;
        spec.booster = booster;
        spec.selector = selectors::SelectorOptions("random", {{"k", 20}});
        const Cost twenty = estimate_cost(spec, isolet);
        spec.selector = selectors::SelectorOptions("random", {{"k", 40}});
        const Cost forty = estimate_cost(spec, isolet);
        return 1e9 * (forty.seconds - twenty.seconds) / (forty.work - twenty.work);
    };
    CHECK(per_value(tree, spec.booster) == Approx(4 * (0.75 + 26 * 0.015)));
    CHECK(per_value(learners::StumpOptions(), spec.booster) == Approx(0.75 + 26 * 0.015));
    CHECK(per_value(learners::RegressionTreeOptions(), boosting::MartOptions()) == Approx(0.16));
    CHECK(all.work / few.work == Approx(617.0 / 20));
    CHECK(all.seconds / few.seconds < 617.0 / 20);
    // Measured: 5.1 ms per round.
    CHECK(few.seconds > 5.1 / 3);
    CHECK(few.seconds < 5.1 * 3);
}

TEST_CASE("An estimate is the sum of what values, weights, scores and rounds cost", "[sweep]") {
    const boosting::DataFacts ten{"ten", 1000, 20, 10, false, false, 500};
    config::RunSpec spec;
    spec.booster = boosting::AdaBoostMhOptions{{}, 100};
    spec.evaluation.test_every = 4;
    Cost cost = estimate_cost(spec, ten);
    CHECK(cost.work == 100.0 * 1000 * 20);
    // Values at 0.75 + 10 · 0.015 ns, weights, every fourth round's scores, rounds.
    CHECK(cost.seconds == Approx(1e-9 * (2e6 * 0.9 + 1e6 * 0.25 + 0.5e6 * 0.5 / 4 + 100 * 5000)));
    CHECK(cost.data_bytes == 2 * 1500 * 20);
    CHECK(cost.run_bytes == 2 * 1000 * 20 + 24 * 1500 * 10);

    boosting::DataFacts facts = ten;
    facts.classes = 2;
    CHECK(estimate_cost(spec, facts).run_bytes == 2 * 1000 * 20 + 24 * 1500);  // one score
    facts.multi_label = true;
    CHECK(estimate_cost(spec, facts).run_bytes == 2 * 1000 * 20 + 24 * 1500 * 2);
    cost = estimate_cost(spec, {});  // nothing is known: 1000 rows, 10 features, 2 classes
    CHECK(cost.work == 100.0 * 1000 * 10);
    CHECK(cost.run_bytes == 2 * 1000 * 10 + 24 * 1000 * 2);

    // A product passes more often over the weights, too: a fourth of its passes, at least once.
    for (const std::int64_t terms : {1, 4}) {
        learners::ProductOptions product;
        product.terms = terms;
        spec.learner = product;
        const double passes = 2.5 * static_cast<double>(terms);
        cost = estimate_cost(spec, ten);
        CHECK(cost.work == Approx(2e6 * passes));
        CHECK(cost.seconds == Approx(1e-9 * (2e6 * passes * 0.9 + 1e6 * 0.25 * std::max(1.0, passes / 4) +
                                             0.5e6 * 0.5 / 4 + 100 * 5000)));
    }

    learners::TreeOptions tree;
    tree.size = 7;
    spec.learner = tree;
    CHECK(estimate_cost(spec, ten).work == Approx(2e6 * 4));  // log2(8) + 1 passes

    boosting::BanditProblemOptions problem;
    problem.means = {0.5, 0.25, 0.75};
    spec.booster = problem;
    cost = estimate_cost(spec, {});
    CHECK(cost.seconds == Approx(1e-9 * 10 * cost.work * 3));

    boosting::AdaBoostBtOptions budgeted;  // trials have rows of their own
    budgeted.rounds = 100;
    budgeted.trials.count = 5;
    config::RunSpec trials;
    trials.booster = budgeted;
    const Cost all = estimate_cost(trials, ten);
    budgeted.trials.train_rows = 200;
    budgeted.trials.test_rows = 50;
    trials.booster = budgeted;
    const Cost few = estimate_cost(trials, ten);
    CHECK(few.work / all.work == Approx(200.0 / 1000));
    CHECK(few.data_bytes == all.data_bytes);
    budgeted.trials.test_rows = 450;
    trials.booster = budgeted;
    CHECK(estimate_cost(trials, ten).seconds > few.seconds);

    boosting::MartOptions mart;
    mart.rounds = 100;
    const Cost trees = estimate_cost(tree_run(mart, 7), ten);  // log2(8) passes for each class
    CHECK(trees.work == Approx(100.0 * 10 * 3 * 1000 * 20));
    CHECK(trees.seconds >= 1e-9 * 0.16 * trees.work);
}
