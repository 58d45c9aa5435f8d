#include "bandits/policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

std::vector<std::uint32_t> select(Policy& policy, std::size_t k) {
    Rng unused(0);
    std::vector<std::uint32_t> out(k);
    policy.select(out, unused);
    return out;
}

/// One decision of k arms, each paid `rewards[arm]`.
std::vector<std::uint32_t> decide_once(Policy& policy, std::size_t k, const std::vector<double>& rewards) {
    auto out = select(policy, k);
    for (const auto arm : out)
        policy.reward(arm, rewards[arm]);
    policy.end_decision();
    return out;
}

using ChosenArms = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("UCB pulls every arm once, in order, before it exploits") {
    const auto ucb = PolicyOptions("ucb").make();
    ucb->reset(4, 100);
    const std::vector<double> rewards{0.1, 0.9, 0.3, 0.2};
    for (std::uint32_t arm = 0; arm < 4; ++arm)
        CHECK(decide_once(*ucb, 1, rewards) == ChosenArms{arm});
    CHECK(decide_once(*ucb, 1, rewards) == ChosenArms{1});
}

TEST_CASE("UCB(k) fills a first pass with fewer than k arms left from the best of the others") {
    const auto ucb = PolicyOptions("ucb").make();
    ucb->reset(5, 100);
    const std::vector<double> rewards{0.1, 0.9, 0.3, 0.2, 0.0};
    CHECK(decide_once(*ucb, 3, rewards) == ChosenArms{0, 1, 2});
    CHECK(decide_once(*ucb, 3, rewards) == ChosenArms{3, 4, 1});
}

TEST_CASE("UCB follows a hand-computed table") {
    // Two arms that pay 0.5 and 0.4. t = 3: both bonuses √(2 ln 3) → arm 0. t = 4: 0.5 + √(2 ln 4 / 2)
    // = 1.677 against 0.4 + √(2 ln 4) = 2.065 → arm 1. t = 5: 0.5 + √(ln 5) against 0.4 + √(ln 5) → arm 0. t
    // = 6: 0.5 + √(2 ln 6 / 3) = 1.593 against 0.4 + √(ln 6) = 1.739 → arm 1.
    const auto ucb = PolicyOptions("ucb").make();
    ucb->reset(2, 100);
    const std::vector<double> rewards{0.5, 0.4};
    ChosenArms seen;
    for (int t = 1; t <= 6; ++t)
        seen.push_back(decide_once(*ucb, 1, rewards).front());
    CHECK(seen == ChosenArms{0, 1, 0, 1, 0, 1});
}

TEST_CASE("UCB breaks ties by the lower arm") {
    const auto ucb = PolicyOptions("ucb").make();
    ucb->reset(6, 100);
    const std::vector<double> rewards(6, 0.5);
    for (int pass = 0; pass < 3; ++pass)
        for (std::uint32_t arm = 0; arm < 6; ++arm)
            CHECK(decide_once(*ucb, 1, rewards) == ChosenArms{arm});
}

TEST_CASE("UCB without exploration is greedy after the first pass") {
    const auto ucb = PolicyOptions("ucb", {{"exploration", 0}}).make();
    ucb->reset(3, 100);
    for (int t = 0; t < 3; ++t)
        decide_once(*ucb, 1, {0.2, 0.1, 0.3});
    for (int t = 0; t < 50; ++t)
        CHECK(decide_once(*ucb, 1, {0.2, 0.1, 0.3}) == ChosenArms{2});
}

TEST_CASE("UCB's clock can be set from outside") {
    const auto ucb = PolicyOptions("ucb").make();
    ucb->reset(2, 100);
    decide_once(*ucb, 1, {0.9, 0.1});
    decide_once(*ucb, 1, {0.9, 0.1});
    for (int t = 0; t < 3; ++t) {
        ucb->set_time(1);  // ln 1 = 0: no bonus
        CHECK(decide_once(*ucb, 1, {0.9, 0.1}) == ChosenArms{0});
    }
    ucb->set_time(1'000'000);  // 0.9 + √(2 ln 1e6 / 4) = 3.53 against 0.1 + √(2 ln 1e6) = 5.36
    CHECK(select(*ucb, 1) == ChosenArms{1});
}

TEST_CASE("UCB-V's bonus vanishes with the variance, but for its last term") {
    // Equal means 0.5: arm 0 always pays 0.5, arm 1 pays 0 and 1 in turn. The arm with variance is preferred.
    const auto ucb = PolicyOptions("ucb_v").make();
    ucb->reset(2, 100);
    for (const double second : {0.0, 1.0, 0.0, 1.0}) {
        ucb->reward(0, 0.5);
        ucb->reward(1, second);
        ucb->end_decision();
    }
    CHECK(select(*ucb, 1) == ChosenArms{1});
    // ξ ln t: arm 1's index is 0.5 + √(2·0.25·ln 5/4) + ln 5/4.
    const auto plain = PolicyOptions("ucb_v", {{"xi", 0}}).make();
    plain->reset(2, 100);
    plain->reward(0, 0.5);
    plain->reward(1, 0.4);
    CHECK(select(*plain, 1) == ChosenArms{0});
}

TEST_CASE("the multiboost UCB keeps stale indices and counts time in rewards") {
    const auto ucb = PolicyOptions("ucb").make(Variant::multiboost);
    ucb->reset(3, 100);
    // At time 2 every bonus is √(2 ln 2) = 1.177: indices 1.677, 1.777, 1.277.
    ucb->warm_start(std::vector<double>{0.5, 0.6, 0.1});
    CHECK(select(*ucb, 3) == ChosenArms{1, 0, 2});
    // Arm 1, time 3: (0.6 + 0.4)/2 + √(2 ln 3/2) = 0.5 + 1.048 = 1.548; arm 0 keeps 1.677, arm 2 keeps 1.277.
    ucb->reward(1, 0.4);
    CHECK(select(*ucb, 3) == ChosenArms{0, 1, 2});
    // Arm 0, time 4: (0.5 + 0)/2 + √(2 ln 4/2) = 0.25 + 1.177 = 1.427; arm 1 keeps 1.548.
    ucb->reward(0, 0);
    CHECK(select(*ucb, 3) == ChosenArms{1, 0, 2});
    // Arm 1, time 5: 0.6667·… (0.6 + 0.4 + 0)/3 + √(2 ln 5/3) = 0.333 + 1.036 = 1.369, between arms 0 and 2.
    ucb->reward(1, 0);
    CHECK(select(*ucb, 3) == ChosenArms{0, 1, 2});
    // A literal UCB would have refreshed arm 2 by now: 0.1 + √(2 ln 5) = 1.89, the largest.
}

TEST_CASE("UCB-V's third term is ln t/T_j") {
    // Arm 0 paid 0 and 1: 0.5 + √(2·¼·ln 3/2) + ln 3/2 = 1.5734. Arm 1 paid m once: m + ln 3, which is 1.5986
    // for 0.5 and 1.5486 for 0.45. With a factor C before the third terms arm 1 leads from C = 0.954 and C
    // = 1.045 on.
    for (const double paid : {0.5, 0.45}) {
        const auto ucb = PolicyOptions("ucb_v").make();
        ucb->reset(2, 100);
        ucb->reward(0, 0);
        ucb->reward(0, 1);
        ucb->reward(1, paid);
        ucb->set_time(3);
        CHECK(select(*ucb, 1) == ChosenArms{paid == 0.5 ? 1U : 0U});
    }
}

TEST_CASE("the multiboost UCB-V starts from the third term alone") {
    const auto ucb = PolicyOptions("ucb_v").make(Variant::multiboost);
    ucb->reset(3, 100);
    ucb->warm_start(std::vector<double>{0.5, 0.6, 0.1});
    CHECK(select(*ucb, 1) == ChosenArms{1});
    // Arm 1, time 3: mean 0.6, variance 0: 0.6 + ln 3/2 = 1.149; arm 0 keeps 0.5 + ln 2 = 1.193.
    ucb->reward(1, 0.6);
    CHECK(select(*ucb, 1) == ChosenArms{0});
}

TEST_CASE("UCB and UCB-V pull arms in a random order first, if so asked, and draw nothing afterwards") {
    for (const char* name : {"ucb", "ucb_v"}) {
        const PolicyOptions options(name, {{"first_pass", "random"}});
        std::array<int, 5> first{}, last{};
        for (std::uint64_t seed = 0; seed < 5000; ++seed) {
            const auto policy = options.make();
            policy->reset(5, 100);
            Rng rng(seed);
            ChosenArms order(5);
            for (std::uint32_t& arm : order) {
                policy->select({&arm, 1}, rng);
                policy->reward(arm, 0.5);
                policy->end_decision();
            }
            ++first[order.front()], ++last[order.back()];
            std::ranges::sort(order);
            REQUIRE(order == ChosenArms{0, 1, 2, 3, 4});
            const auto before = rng.state();
            std::uint32_t arm = 9;
            policy->select({&arm, 1}, rng);
            REQUIRE(arm == 0);  // all tie
            REQUIRE(rng.state() == before);
        }
        // Each with probability 1/5 of 5000: standard deviation 28.
        for (const auto& counts : {first, last})
            for (const int count : counts)
                CHECK(std::abs(count - 1000) < 140);
    }
}

TEST_CASE("a random first pass of k arms ends with those that are left, and the best of the others") {
    const std::vector<double> rewards{0.1, 0.9, 0.3, 0.2, 0.0};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto ucb = PolicyOptions("ucb", {{"first_pass", "random"}}).make();
        ucb->reset(5, 100);
        Rng rng(seed);
        ChosenArms early(3), late(3);
        ucb->select(early, rng);
        for (const std::uint32_t arm : early)
            ucb->reward(arm, rewards[arm]);
        ucb->end_decision();
        ucb->select(late, rng);
        const std::uint32_t best =
            *std::ranges::max_element(early, {}, [&](std::uint32_t arm) { return rewards[arm]; });
        CHECK(late.back() == best);
        ChosenArms all = early;
        all.insert(all.end(), late.begin(), late.end() - 1);
        std::ranges::sort(all);
        CHECK(all == ChosenArms{0, 1, 2, 3, 4});
    }
}
