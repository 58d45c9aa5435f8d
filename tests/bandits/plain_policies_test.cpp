/// The index policies against plain implementations that start from the whole history at each decision: every
/// arm chosen has one of the k largest plain indices.
#include "support/plain_policies.hpp"

#include "bandits/policy.hpp"
#include "core/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
namespace plain = reboost::test::plain;

namespace {

constexpr std::size_t kPlainArms = 6;
constexpr std::size_t kPlainSteps = 600;

/// Rewards in [0,1] that fall with time, or jump, or are 0 and 1.
using RewardAt = double (*)(std::uint32_t arm, std::size_t t, Rng& rng);

double falling(std::uint32_t arm, std::size_t t, Rng& rng) {
    const double level = 0.9 - 0.1 * arm;
    return level * (0.5 + 0.5 / (1 + 0.01 * static_cast<double>(t))) * rng.uniform(0.8, 1.1);
}
double switching(std::uint32_t arm, std::size_t t, Rng& rng) {
    return ((arm + t / 150) % kPlainArms == 0 ? 0.7 : 0.2) + 0.3 * rng.uniform();
}
double coins(std::uint32_t arm, std::size_t, Rng& rng) {
    return rng.uniform() < 0.2 + 0.1 * arm ? 1 : 0;
}

/// Decisions on which a chosen arm's plain index is below the k-th largest.
std::size_t departures(const PolicyOptions& options, const plain::Index& index, RewardAt reward_at,
                       std::size_t k) {
    const auto policy = options.make();
    policy->reset(kPlainArms, kPlainSteps);
    Rng choices(31), noise(32);
    plain::History history;
    std::vector<std::uint32_t> out(k);
    std::size_t wrong = 0;
    for (std::size_t t = 1; t <= kPlainSteps; ++t) {
        policy->select(out, choices);
        const plain::Indices indices = index(history, t, kPlainArms, kPlainSteps);
        plain::Indices sorted = indices;
        std::ranges::sort(sorted, std::greater<>());
        const double bound = sorted[k - 1];
        for (const std::uint32_t arm : out)
            wrong += !(indices[arm] >= bound || indices[arm] > bound - 1e-7 * (1 + std::abs(bound)));
        for (const std::uint32_t arm : out) {
            const double reward = reward_at(arm, t, noise);
            policy->reward(arm, reward);
            history.push_back({t, arm, reward});
        }
        policy->end_decision();
    }
    return wrong;
}

void check(const PolicyOptions& options, const plain::Index& index, std::size_t most_arms = kPlainArms) {
    for (const RewardAt reward_at : {falling, switching, coins})
        for (std::size_t k = 1; k <= std::min<std::size_t>(most_arms, 3); k += 2) {
            INFO(name_of(options) << " k = " << k);
            CHECK(departures(options, index, reward_at, k) == 0);
        }
}

}  // namespace

TEST_CASE("stationary index policies choose by their papers' index") {
    check(PolicyOptions("ucb1_tuned"), plain::ucb1_tuned());
    check(PolicyOptions("kl_ucb"), plain::kl_ucb());
    check(PolicyOptions("moss"), plain::moss());
    check(PolicyOptions("moss_anytime"), plain::moss_anytime());
    check(PolicyOptions("bayes_ucb"), plain::bayes_ucb());
    check(PolicyOptions("imed"), plain::imed);
}

TEST_CASE("policies for changing rewards choose by their papers' index") {
    check(PolicyOptions("sw_ucb", {{"window", 60}}), plain::sw_ucb(60));
    check(PolicyOptions("d_ucb", {{"discount", 0.98}}), plain::d_ucb(0.98));
    const PolicyOptions cusum("cusum_ucb",
                              {{"drift", 0.05}, {"samples", 10}, {"threshold", 1.5}, {"explore", 1e-300}});
    check(cusum, plain::cusum_ucb(0.05, 10, 1.5));
    check(PolicyOptions("glr_klucb", {{"delta", 0.05}, {"explore", 0.1}}), plain::glr_klucb(0.05, 0.1));
}

TEST_CASE("rotting policies choose by their papers' windows") {
    check(PolicyOptions("raw_ucb"), plain::raw_ucb());
    check(PolicyOptions("fewa"), plain::fewa, 1);
    check(PolicyOptions("wswa"), plain::wswa(), 1);
}

TEST_CASE("the change detectors of the plain traces do fire") {
    Rng rng(33);
    std::vector<double> rewards;
    for (int i = 0; i < 60; ++i)
        rewards.push_back(i < 30 ? 0.1 + 0.05 * rng.uniform() : 0.9 - 0.05 * rng.uniform());
    CHECK(plain::since_cusum(rewards, 0.05, 10, 1.5).size() < 60);
    CHECK(plain::glr_change(rewards, 0.05));
    CHECK_FALSE(plain::glr_change(std::span(rewards).first(30), 0.05));
}

TEST_CASE("bayes_ucb draws among arms that tie, however near to 1 their quantiles are") {
    constexpr std::size_t kTied = 4, kSeeds = 60;
    for (const double c : {0.0, 5.0, 12.0}) {
        std::vector<std::size_t> chosen(kTied + 1);
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const auto policy = PolicyOptions("bayes_ucb", {{"c", c}}).make();
            policy->reset(kTied + 1, 30'000);
            policy->warm_start(std::vector<double>{1, 1, 0, 1, 1});
            policy->set_time(kTied + 2);
            Rng rng(seed);
            std::uint32_t arm = 0;
            policy->select({&arm, 1}, rng);
            ++chosen[arm];
        }
        INFO("c = " << c);
        for (const std::size_t arm : {0U, 1U, 3U, 4U})
            CHECK(chosen[arm] > kSeeds / 20);
        CHECK(chosen[2] == 0);
    }
}

TEST_CASE("kl_upper solves kl(p, q) = d, and its bound without logarithms lies above") {
    Rng rng(34);
    for (int trial = 0; trial < 2000; ++trial) {
        const double p = trial % 10 == 0 ? 0.0 : rng.uniform() * rng.uniform();
        const double d = std::exp(rng.uniform(-12, 3));
        const double q = kl_upper(p, d);
        CHECK(q == Approx(plain::kl_upper(p, d)).margin(1e-9));
        CHECK(kl_upper_bound(p, d) >= q - 1e-12);
    }
    CHECK(kl_upper(1, 0.3) == 1);
    CHECK(kl_upper(0.4, 0) == 0.4);
    CHECK(bernoulli_kl(0.5, 0.25) == Approx(0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3)));
    CHECK(std::isinf(bernoulli_kl(0.5, 1)));
    CHECK(bernoulli_kl(0, 0) == 0);
}

TEST_CASE("KlIndices bounds an index from above, and tells whether it reaches a threshold") {
    Rng rng(8);
    KlIndices indices;
    indices.reset(1);
    CHECK(indices.bound(0, 1) == std::numeric_limits<double>::infinity());
    for (int trial = 0; trial < 2000; ++trial) {
        const double mean = std::clamp(rng.uniform() * 1.2 - 0.1, 0.0, 1.0);
        const double pulls = 1 + static_cast<double>(rng.below(1000)), level = 8 * rng.uniform();
        const double index = plain::kl_upper(mean, level / pulls), q = rng.uniform();
        indices.set(0, mean, pulls, level);
        CHECK(indices.bound(0, level) >= index - 1e-9);
        if (std::abs(index - q) > 1e-9) CHECK(indices.reaches(0, q, level) == (index > q));
        CHECK(indices.bound(0, level) >= index - 1e-9);
        CHECK(indices.bound(0, level + 1) >= plain::kl_upper(mean, (level + 1) / pulls) - 1e-9);
        CHECK(indices.exact(0, level) == Approx(index).margin(1e-9));
    }
}
