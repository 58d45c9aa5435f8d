#include "core/rng.hpp"
#include "selectors/fake_learner.hpp"
#include "selectors/options.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;

namespace {

/// Rewards of many sizes, falling as those of boosting do.
std::vector<double> falling_rewards() {
    Rng rng(5);
    std::vector<double> rewards;
    for (int i = 1; i <= 3000; ++i)
        rewards.push_back(std::min(1.0, 0.02 * std::exp(rng.normal()) / std::sqrt(1 + 0.01 * i)));
    return rewards;
}

}  // namespace

TEST_CASE("rewards are shares of their 0.95 quantile so far, exact to a sixteenth") {
    RewardScale scale(RewardScaling::quantile);
    std::vector<double> seen;
    for (const double reward : falling_rewards()) {
        scale.see(reward);
        seen.insert(std::ranges::upper_bound(seen, reward), reward);
        const double quantile = seen[(seen.size() * 19 + 19) / 20 - 1];
        const double half = quantile / 2;
        CHECK(scale.share(half) <= 0.5);
        CHECK(scale.share(half) >= 0.5 / (1 + 1.0 / 16));
        CHECK(scale.share(2 * quantile) == 1);
    }
}

TEST_CASE("the first reward is nearly the whole scale, zeros are nothing") {
    RewardScale scale(RewardScaling::quantile);
    scale.see(0);
    CHECK(scale.share(0) == 0);
    scale.see(0.01);
    CHECK(scale.share(0.01) > 0.94);
    CHECK(scale.share(0.01) <= 1);
    scale.see(1);
    CHECK(scale.share(1) == 1);
    CHECK(scale.share(0.5) == 0.5);
}

TEST_CASE("without a scale rewards stay as they are") {
    RewardScale scale(RewardScaling::none);
    scale.see(0.01);
    CHECK(scale.share(0.01) == 0.01);
    Archive state;
    save_state(scale, state);
    CHECK(state.empty());
}

TEST_CASE("a scale goes on from the middle as if it had not been interrupted") {
    const auto rewards = falling_rewards();
    for (const std::size_t middle : {0U, 1U, 1500U}) {
        RewardScale straight(RewardScaling::quantile), resumed(RewardScaling::quantile);
        for (std::size_t i = 0; i < middle; ++i)
            straight.see(rewards[i]);
        Archive state;
        save_state(straight, state);
        resumed.see(0.9);  // which loading undoes
        load_state(resumed, state);
        if (middle > 0) CHECK(straight.share(0.004) == resumed.share(0.004));
        for (std::size_t i = middle; i < rewards.size(); ++i) {
            straight.see(rewards[i]);
            resumed.see(rewards[i]);
            CHECK(straight.share(0.004) == resumed.share(0.004));
        }
    }
}

TEST_CASE("a bandit's policy hears of scaled rewards, whatever the order of a decision's arms") {
    const auto selector = make_selector({"bandit", {{"k", 4}, {"reward_scale", "quantile"}}}, 4, 100, 1);
    stump_round(*selector, 1, [](const learners::Decision&, std::uint32_t feature) {
        return feature == 2 ? 0.2 : 0.1;  // rewards 0.0202 and 0.00501
    });
    Archive state;
    selector->summarise(state);
    const auto& means = state.get<double>("mean_reward");
    CHECK(means[0] == means[3]);
    CHECK(means[2] > 0.94);
    CHECK(means[0] == Approx(means[2] / 4).epsilon(0.01));
}
