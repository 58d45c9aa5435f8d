#include "core/error.hpp"
#include "selectors/rewards.hpp"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;

TEST_CASE("edges become rewards by the three maps of opt2009 section 3.2") {
    CHECK(reward_of_edge(RewardMap::sqrt, 0.6) == Approx(0.2));
    CHECK(reward_of_edge(RewardMap::log, 0.6) == Approx(-0.5 * std::log(0.64)));
    CHECK(reward_of_edge(RewardMap::edge_squared, 0.6) == Approx(0.36));
    CHECK(reward_of_edge(RewardMap::log, 0.99) == 1);  // capped
    CHECK(reward_of_edge(RewardMap::sqrt, -1e-9) == 0);
    CHECK_THROWS_AS(reward_of_edge(RewardMap::sqrt, std::numeric_limits<double>::quiet_NaN()), TrainingError);
}

TEST_CASE("a reward per cost is r/(r + c)") {
    CHECK(reward_per_cost(0.25, 0.75) == 0.25);
    CHECK(reward_per_cost(0.5, 0.5) == 0.5);
    CHECK(reward_per_cost(0.5, 0) == 1);
    CHECK(reward_per_cost(0, 0) == 0);
    CHECK(reward_per_cost(0, 2) == 0);
}
