#include "bandits/policy.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

using Arms = std::vector<std::uint32_t>;

/// One decision of k arms, ascending, each paid `rewards[arm]`.
Arms decide(Policy& policy, std::size_t k, const std::vector<double>& rewards, Rng& rng) {
    Arms out(k);
    policy.select(out, rng);
    for (const std::uint32_t arm : out)
        policy.reward(arm, rewards[arm]);
    policy.end_decision();
    std::ranges::sort(out);
    return out;
}

/// How often each set of k arms is taken once every arm was pulled once and paid `rewards`.
std::map<Arms, int> choices(double epsilon, std::size_t k, const std::vector<double>& rewards, int trials) {
    std::map<Arms, int> counts;
    for (int trial = 0; trial < trials; ++trial) {
        const auto policy = PolicyOptions("eps_greedy", {{"epsilon", epsilon}}).make();
        policy->reset(rewards.size(), 100);
        policy->warm_start(rewards);
        Rng rng(static_cast<std::uint64_t>(trial));
        ++counts[decide(*policy, k, rewards, rng)];
    }
    return counts;
}

/// Within five standard deviations of a binomial count.
bool near(int count, double probability, int trials) {
    return std::abs(count - probability * trials) < 5 * std::sqrt(trials * probability * (1 - probability));
}

}  // namespace

TEST_CASE("epsilon-greedy pulls every arm once first, in random order, however much it explores") {
    const std::vector<double> rewards{0.1, 0.9, 0.3, 0.2, 0.8, 0.4};
    for (const double epsilon : {0.0, 0.1, 1.0}) {
        std::vector<int> first(6, 0), last(6, 0);
        for (std::uint64_t seed = 0; seed < 3000; ++seed) {
            const auto policy = PolicyOptions("eps_greedy", {{"epsilon", epsilon}}).make();
            policy->reset(6, 100);
            Rng rng(seed);
            Arms order;
            for (int t = 0; t < 6; ++t)
                order.push_back(decide(*policy, 1, rewards, rng).front());
            ++first[order.front()], ++last[order.back()];
            std::ranges::sort(order);
            REQUIRE(order == Arms{0, 1, 2, 3, 4, 5});
        }
        for (const auto& counts : {first, last})
            CHECK(std::ranges::all_of(counts, [](int count) { return near(count, 1.0 / 6, 3000); }));
    }
}

TEST_CASE("of k arms the last ones without a pull come first, and the best means fill up") {
    const std::vector<double> rewards{0.1, 0.9, 0.3, 0.2, 0.8, 0.4};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto policy = PolicyOptions("eps_greedy", {{"epsilon", 0}}).make();
        policy->reset(6, 100);
        Rng rng(seed);
        const Arms early = decide(*policy, 4, rewards, rng), late = decide(*policy, 4, rewards, rng);
        for (std::uint32_t arm = 0; arm < 6; ++arm)
            if (!std::ranges::binary_search(early, arm)) CHECK(std::ranges::binary_search(late, arm));
        // Two of the early ones: their best means.
        Arms again;
        std::ranges::set_intersection(early, late, std::back_inserter(again));
        Arms best = early;
        std::ranges::sort(best, std::greater{}, [&](std::uint32_t arm) { return rewards[arm]; });
        best.resize(2);
        std::ranges::sort(best);
        CHECK(again == best);
        CHECK(decide(*policy, 2, rewards, rng) == Arms{1, 4});
    }
}

TEST_CASE("epsilon-greedy breaks ties of means at random, without bias for one arm or two") {
    // Arms 1, 2 and 4 tie.
    const std::vector<double> rewards{0.1, 0.5, 0.5, 0.2, 0.5};
    const auto one = choices(0, 1, rewards, 6000);
    CHECK(one.size() == 3);
    for (const std::uint32_t arm : {1U, 2U, 4U})
        CHECK(near(one.at({arm}), 1.0 / 3, 6000));
    const auto two = choices(0, 2, rewards, 6000);
    CHECK(two.size() == 3);
    for (const Arms& pair : {Arms{1, 2}, Arms{1, 4}, Arms{2, 4}})
        CHECK(near(two.at(pair), 1.0 / 3, 6000));
    // The best arm is certain, the second place is drawn.
    const auto behind = choices(0, 2, {0.9, 0.5, 0.5}, 6000);
    CHECK(near(behind.at({0, 1}), 0.5, 6000));
    CHECK(behind.at({0, 1}) + behind.at({0, 2}) == 6000);
}

TEST_CASE("epsilon-greedy explores each place with probability epsilon") {
    const std::vector<double> rewards{0.1, 0.9, 0.5};
    const auto one = choices(0.3, 1, rewards, 20000);
    CHECK(near(one.at({1}), 0.7 + 0.1, 20000));
    CHECK(near(one.at({0}), 0.1, 20000));
    // Arm 0 of two places: it is the one explored (0.42, one time in three), or of two explored (0.09, two in
    // three).
    const auto two = choices(0.3, 2, rewards, 20000);
    CHECK(near(two.at({1, 2}), 1 - 0.42 / 3 - 0.09 * 2 / 3, 20000));
}
