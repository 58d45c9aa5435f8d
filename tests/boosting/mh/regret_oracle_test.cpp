#include "boosting/mh/adaboost_data.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "boosting/regret.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

Recipe with_oracle(Recipe wanted, std::int64_t every) {
    std::get<AdaBoostMhOptions>(wanted.booster).oracle_every = every;
    return wanted;
}

Archive regret_curves_of(const Booster& booster) {
    Archive archive;
    booster.save_curves(archive);
    return archive;
}

const reference::DataShape kShape{.rows = 200};

}  // namespace

TEST_CASE("an oracle beside a run changes none of its bits") {
    const Data data = random_split(kShape);
    for (const selectors::SelectorOptions& selector :
         {selectors::SelectorOptions(bandit(bandits::PolicyOptions("exp3_p"))),
          selectors::SelectorOptions(bandit(bandits::PolicyOptions("ucb"), 2)),
          selectors::SelectorOptions("random")}) {
        const Recipe plain = recipe(80, {}, selector);
        Recording alone, watched;
        const auto a = make(plain, data), b = make(with_oracle(plain, 3), data);
        a->train(alone);
        b->train(watched);
        CHECK(model_of(*a) == model_of(*b));
        REQUIRE(alone.rounds.size() == watched.rounds.size());
        for (std::size_t t = 0; t < alone.rounds.size(); ++t) {
            CHECK(alone.rounds[t].edge == watched.rounds[t].edge);
            CHECK(alone.rounds[t].work == watched.rounds[t].work);
            CHECK(alone.rounds[t].log_exponential_loss == watched.rounds[t].log_exponential_loss);
        }
        Archive watched_state = state_of(*b), rest;
        for (const auto& [name, array] : watched_state.arrays())
            if (!name.starts_with("oracle/")) rest.put_array(name, array);
        CHECK(rest == state_of(*a));
    }
}

TEST_CASE("full search has what the oracle's best feature has, every round") {
    const Data data = random_split(kShape);
    const auto booster = make(with_oracle(recipe(60), 1), data);
    Recording recording;
    booster->train(recording);
    const Archive curves = regret_curves_of(*booster);
    const auto& chosen = curves.get<double>("oracle/chosen_reward");
    const auto& best = curves.get<double>("oracle/best_reward");
    REQUIRE(chosen.size() == 60);
    CHECK(chosen == best);
    for (std::size_t t = 0; t < 60; ++t)
        CHECK(best[t] ==
              Approx(selectors::reward_of_edge(selectors::RewardMap::sqrt, recording.rounds[t].edge))
                  .epsilon(1e-3));
    CHECK(curves.get<double>("regret/expected").back() <= 0);  // better than any fixed feature, or as good
}

TEST_CASE("a bandit's regret is the best feature's sum of rewards less its own, looked at every n rounds") {
    const Data data = random_split(kShape);
    const auto booster = make(with_oracle(recipe(100, {}, bandit(bandits::PolicyOptions("ucb"))), 4), data);
    Recording recording;
    booster->train(recording);
    const Archive curves = regret_curves_of(*booster);
    const auto& round = curves.get<std::uint64_t>("oracle/round");
    REQUIRE(round.size() == 25);
    CHECK(round.front() == 1);
    CHECK(round.back() == 97);
    const auto& chosen = curves.get<double>("oracle/chosen_reward");
    double earned = 0;
    for (std::size_t i = 0; i < round.size(); ++i) {
        earned += chosen[i];
        CHECK(chosen[i] <= curves.get<double>("oracle/best_reward")[i]);
        CHECK(chosen[i] == Approx(selectors::reward_of_edge(selectors::RewardMap::sqrt,
                                                            recording.rounds[round[i] - 1].edge))
                               .epsilon(1e-3)
                               .margin(1e-9));
    }
    const auto& totals = curves.get<double>("regret/arm_totals");
    const std::size_t arms = data->train.features();
    CHECK(curves.get<double>("regret/chosen_total").back() == Approx(earned));
    CHECK(curves.get<double>("regret/expected").back() ==
          Approx(*std::max_element(totals.end() - static_cast<std::ptrdiff_t>(arms), totals.end()) - earned));
    CHECK(curves.get<std::uint64_t>("regret/samples").back() == 25);
    CHECK(curves.get<double>("regret/pseudo") == curves.get<double>("regret/expected"));  // one sequence
}

TEST_CASE("a watched run that was interrupted continues with its oracle bit for bit") {
    const Data data = random_split(kShape);
    const Recipe wanted = with_oracle(recipe(70, {}, bandit(bandits::PolicyOptions("exp3_p"))), 2);
    Recording whole, first, second;
    const auto straight = make(wanted, data), begun = make(wanted, data), resumed = make(wanted, data);
    straight->train(whole);
    first.stop_after = 33;
    CHECK(begun->train(first) == StopReason::interrupted);
    resumed->load(state_of(*begun));
    resumed->train(second);
    CHECK(state_of(*resumed) == state_of(*straight));
    CHECK(regret_curves_of(*resumed) == regret_curves_of(*straight));
}

TEST_CASE("an oracle needs stumps") {
    const Data data = random_split(kShape);
    CHECK_THROWS_WITH(make(with_oracle(recipe(5, learners::TreeOptions{}), 1), data),
                      Catch::Contains("needs the learner stump"));
}
