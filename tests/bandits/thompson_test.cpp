/// Thompson sampling: its draws against exact probabilities, and among many arms against draws of all of
/// them.
#include "bandits/frequencies.hpp"
#include "bandits/parts/best_arms.hpp"
#include "bandits/policy.hpp"
#include "core/rng.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
using test::frequencies;

namespace {

using Draws = std::vector<double>;

}  // namespace

TEST_CASE("Gaussian Thompson sampling compares two arms by the normal distribution") {
    // Three pulls each: centres 3/4 of the means, variance 1/4; the difference has deviation √½.
    const std::vector<Draws> warm(3, {0.8, 0.4});
    const double z = 0.75 * 0.4 / std::sqrt(0.5);
    CHECK(frequencies(PolicyOptions("ts_gauss"), warm, 1, 100'000)[0] ==
          Approx(0.5 * std::erfc(-z / std::sqrt(2.0))).margin(0.006));
}

TEST_CASE("beta Thompson sampling compares two arms by their posteriors") {
    // Beta(3, 1) against Beta(1, 3), of which the density is 3x² and 3(1−x)²:
    // P(first > second) = ∫ 3x² (1 − (1−x)³) dx = 1 − 3 B(3, 4) = 1 − 3·2!3!/6! = 0.95.
    const std::vector<Draws> warm(2, {1, 0});
    CHECK(frequencies(PolicyOptions("ts_beta"), warm, 1, 100'000)[0] == Approx(0.95).margin(0.004));
    // Discounting happens when a decision ends; none has.
    CHECK(frequencies(PolicyOptions("d_ts"), warm, 1, 100'000)[0] == Approx(0.95).margin(0.004));
}

TEST_CASE("among many arms Thompson sampling takes each as often as draws of all arms do") {
    constexpr std::size_t kMany = 64;
    constexpr int kDraws = 40'000;
    const auto [options, k] =
        GENERATE(table<PolicyOptions, std::size_t>({{PolicyOptions("ts_beta"), 1},
                                                    {PolicyOptions("ts_beta"), 3},
                                                    {PolicyOptions("d_ts", {{"discount", 0.999}}), 1},
                                                    {PolicyOptions("d_ts", {{"discount", 0.999}}), 3}}));
    const auto policy = options.make();
    policy->reset(kMany, 10'000);
    Draws rewards(kMany);
    for (std::size_t arm = 0; arm < kMany; ++arm)
        rewards[arm] = 0.2 + 0.004 * static_cast<double>(arm);
    for (int i = 0; i < 40; ++i)
        policy->warm_start(rewards);
    Rng rng(49);
    std::vector<std::uint32_t> out(k);
    policy->select(out, rng);  // the level is chosen here, and the evidence falls beneath it
    for (int i = 0; i < 100; ++i)
        policy->end_decision();
    Archive state;
    policy->save(state);
    REQUIRE(state.get_scalar<double>("level") > 0);
    REQUIRE(state.get_scalar<std::uint64_t>("decisions_left") > 0);
    const auto successes = state.get<double>("successes"), failures = state.get<double>("failures");

    Draws taken(kMany, 0), expected(kMany, 0), draws(kMany);
    BestArms best;
    for (int i = 0; i < kDraws; ++i) {
        policy->select(out, rng);
        for (const std::uint32_t arm : out)
            ++taken[arm];
        for (std::size_t arm = 0; arm < kMany; ++arm)
            draws[arm] = draw_beta(1 + successes[arm], 1 + failures[arm], rng);
        best.select(draws, out);
        for (const std::uint32_t arm : out)
            ++expected[arm];
    }
    for (std::size_t arm = 0; arm < kMany; ++arm)
        CHECK(std::abs(taken[arm] - expected[arm]) <= 5 * std::sqrt(taken[arm] + expected[arm] + 1));
}

TEST_CASE("discounted Thompson sampling forgets") {
    const auto policy = PolicyOptions("d_ts", {{"discount", 0.5}}).make();
    policy->reset(2, 100);
    Rng rng(44);
    std::uint32_t arm = 0;
    policy->warm_start(Draws{1, 0});
    policy->select({&arm, 1}, rng);
    for (int decision = 0; decision < 60; ++decision)
        policy->end_decision();
    int first = 0;
    for (int i = 0; i < 20'000; ++i) {
        policy->select({&arm, 1}, rng);
        first += arm == 0;
    }
    CHECK(first == Approx(10'000).margin(300));
}

TEST_CASE("beta Thompson sampling counts a reward r as a success with probability r") {
    std::uint64_t successes = 0;
    const auto policy = PolicyOptions("ts_beta").make();
    policy->reset(1, 100);
    Rng rng(45);
    std::uint32_t arm = 0;
    for (int i = 0; i < 20'000; ++i) {
        policy->select({&arm, 1}, rng);
        policy->reward(0, 0.3);
        policy->end_decision();
    }
    Archive state;
    policy->save(state);
    successes = static_cast<std::uint64_t>(state.get<double>("successes").front());
    CHECK(static_cast<double>(successes) == Approx(6000).margin(250));
}
