/// What a run is expected to cost: how estimates grow, and that they are not of another order than what was
/// measured.
#include "sweep/plan.hpp"

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
    CHECK(all.work / few.work == Approx(617.0 / 20));
    CHECK(all.seconds / few.seconds < 617.0 / 20);
    // Measured: 5.1 ms per round.
    CHECK(few.seconds > 5.1 / 3);
    CHECK(few.seconds < 5.1 * 3);
}
