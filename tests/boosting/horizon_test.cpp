/// What a policy is told to expect: rounds times the decisions that the learner states for each.
#include "boosting/mh/adaboost_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::learners;

namespace {

constexpr std::int64_t kRounds = 40;

RegressionTreeOptions regression_tree(std::int64_t leaves) {
    RegressionTreeOptions options;
    options.leaves = leaves;
    return options;
}

/// What a run of MOSS leaves; a horizon of 0 is what the booster tells.
Archive run(const BoosterOptions& booster, const LearnerOptions& learner, const testing::Data& data,
            std::int64_t horizon) {
    const Recipe wanted{
        booster, learner, testing::bandit(bandits::PolicyOptions("moss", {{"horizon", horizon}})), {}, 3};
    testing::Recording recording;
    const auto trained = testing::make(wanted, data);
    trained->train(recording);
    return testing::state_of(*trained);
}

}  // namespace

TEST_CASE("a learner states the decisions of a round") {
    CHECK(StumpOptions{}.decisions() == 1);
    CHECK(ProductOptions{.terms = 3, .binning = {}}.decisions() == 3);
    CHECK(TreeOptions{.size = 8, .binning = {}}.decisions() == 8);
    CHECK(TreeOptions{.size = 8, .count = TreeSize::inner_nodes, .binning = {}}.decisions() ==
          9);  // 9 leaves
    CHECK(regression_tree(20).decisions() == 20);
    CHECK(decisions_of(LearnerOptions{ProductOptions{.terms = 2, .binning = {}}}) == 2);
}

TEST_CASE("a policy is told rounds times the decisions of a round, and not the rounds") {
    const testing::Data data = testing::random_split({.rows = 300, .features = 8, .classes = 3});
    const AdaBoostMhOptions adaboost{{}, kRounds};
    for (const auto& [learner, decisions] : std::vector<std::pair<LearnerOptions, std::int64_t>>{
             {StumpOptions{}, 1},
             {ProductOptions{.terms = 3, .binning = {}}, 3},
             {TreeOptions{.size = 6, .binning = {}}, 6},
             {TreeOptions{.size = 6, .count = TreeSize::inner_nodes, .binning = {}}, 7}}) {
        const Archive told = run(adaboost, learner, data, 0);
        CHECK(told == run(adaboost, learner, data, decisions * kRounds));
        CHECK((told == run(adaboost, learner, data, kRounds)) == (decisions == 1));
    }
}

TEST_CASE("gradient boosters count the decisions of all trees of a round") {
    const testing::Data data = testing::random_split({.rows = 300, .features = 8, .classes = 4});
    MartOptions mart;
    mart.rounds = kRounds;
    AbcMartOptions one_base, exhaustive;
    one_base.rounds = exhaustive.rounds = kRounds;
    one_base.base_class = selectors::BaseClassOptions("fixed", {{"base", 1}});
    exhaustive.base_class = selectors::BaseClassOptions("exhaustive");
    // Four classes: four trees; three beside a base class; all pairs.
    for (const auto& [booster, trees] :
         std::vector<std::pair<BoosterOptions, std::int64_t>>{{mart, 4}, {one_base, 3}, {exhaustive, 6}}) {
        const Archive told = run(booster, regression_tree(5), data, 0);
        CHECK(told == run(booster, regression_tree(5), data, 5 * trees * kRounds));
        CHECK_FALSE(told == run(booster, regression_tree(5), data, kRounds));
    }
}
