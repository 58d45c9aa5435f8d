/// Randomised policies: their probabilities against plain implementations, their draws against exact
/// distributions.
#include "bandits/frequencies.hpp"
#include "bandits/parts/deviates.hpp"
#include "bandits/policy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
using test::frequencies;

namespace {

constexpr std::size_t kDrawnArms = 5;
constexpr std::size_t kHorizon = 400;
using Doubles = std::vector<double>;

/// What a policy that draws may use: for each decision so far the rewards of the arms drawn and their
/// probabilities.
struct Step {
    std::vector<std::uint32_t> arms;
    Doubles rewards, probability;
};
using Plain = std::function<Doubles(const std::vector<Step>&, double t)>;

/// min(1, c p) with sum k, by bisection for c.
Doubles capped(const Doubles& p, std::size_t k) {
    const auto inclusion = [&](double c) {
        Doubles result;
        for (const double one : p)
            result.push_back(std::min(1.0, c * one));
        return result;
    };
    double low = 0, high = 1e12;
    for (int step = 0; step < 300; ++step) {
        const double middle = (low + high) / 2;
        const Doubles at = inclusion(middle);
        (std::accumulate(at.begin(), at.end(), 0.0) < static_cast<double>(k) ? low : high) = middle;
    }
    return inclusion(low);
}

double largest_departure(const PolicyOptions& options, const Plain& plain, std::size_t k) {
    const auto policy = options.make();
    policy->reset(kDrawnArms, kHorizon);
    Rng choices(41), noise(42);
    std::vector<Step> steps;
    double largest = 0;
    for (std::size_t t = 1; t <= kHorizon; ++t) {
        Step step;
        step.arms.resize(k);
        policy->select(step.arms, choices);
        Archive state;
        policy->save(state);
        step.probability = state.get<double>("probability");
        const Doubles expected = capped(plain(steps, static_cast<double>(t)), k);
        for (std::size_t arm = 0; arm < kDrawnArms; ++arm)
            largest = std::max(largest, std::abs(step.probability[arm] - expected[arm]));
        for (const std::uint32_t arm : step.arms) {
            step.rewards.push_back(noise.uniform() < 0.2 + 0.15 * arm ? noise.uniform() : 0);
            policy->reward(arm, step.rewards.back());
        }
        policy->end_decision();
        steps.push_back(step);
    }
    return largest;
}

Doubles normalised(Doubles weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

/// Σ over decisions of `estimate(loss, probability)` for the arms drawn.
template <class Estimate>
Doubles losses(const std::vector<Step>& steps, Estimate estimate) {
    Doubles sums(kDrawnArms, 0);
    for (const Step& step : steps)
        for (std::size_t i = 0; i < step.arms.size(); ++i)
            sums[step.arms[i]] += estimate(1 - step.rewards[i], step.probability[step.arms[i]]);
    return sums;
}

Doubles exponential(const Doubles& sums, double eta) {
    Doubles weights;
    for (const double sum : sums)
        weights.push_back(std::exp(-eta * (sum - *std::ranges::min_element(sums))));
    return normalised(weights);
}

Doubles exp3_ix(const std::vector<Step>& steps, double) {
    const double eta = std::sqrt(2 * std::log(5.0) / (5 * 400));
    return exponential(losses(steps, [eta](double loss, double p) { return loss / (p + eta / 2); }), eta);
}

Doubles exp3_s(const std::vector<Step>& steps, double) {
    const double gamma = std::min(1.0, std::sqrt(5 * std::log(5 * 400.0) / 400)), alpha = 1 / 400.0;
    Doubles weights(kDrawnArms, 1);
    for (const Step& step : steps) {
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (std::size_t i = 0; i < step.arms.size(); ++i)
            weights[step.arms[i]] *= std::exp(gamma / 5 * step.rewards[i] / step.probability[step.arms[i]]);
        for (double& weight : weights)
            weight += std::numbers::e * alpha / 5 * sum;
    }
    Doubles p = normalised(weights);
    for (double& one : p)
        one = (1 - gamma) * one + gamma / 5;
    return p;
}

/// α = 0.05 and β = 0.002: with the proof's constants no gap would matter within the test.
Doubles exp3_pp(const std::vector<Step>& steps, double t) {
    const double eta = 0.5 * std::sqrt(std::log(5.0) / (5 * t));
    const Doubles rho = exponential(losses(steps, [](double loss, double p) { return loss / p; }), eta);
    const Doubles pulls = losses(steps, [](double, double) { return 1.0; });
    const Doubles seen = losses(steps, [](double loss, double) { return loss; });
    Doubles lower(kDrawnArms, 0), upper(kDrawnArms, 1);
    for (std::size_t arm = 0; arm < kDrawnArms; ++arm) {
        if (pulls[arm] == 0) continue;
        const double width = std::sqrt((0.05 * std::log(t) + std::log(5.0)) / (2 * pulls[arm]));
        lower[arm] = std::max(0.0, seen[arm] / pulls[arm] - width);
        upper[arm] = std::min(1.0, seen[arm] / pulls[arm] + width);
    }
    Doubles p(kDrawnArms), epsilon(kDrawnArms);
    for (std::size_t arm = 0; arm < kDrawnArms; ++arm) {
        const double gap = std::max(0.0, lower[arm] - *std::ranges::min_element(upper));
        const double by_gap = gap > 0 ? 0.002 * std::log(t) / (t * gap * gap) : 1e9;
        epsilon[arm] = std::min({0.1, eta, by_gap});
    }
    const double explored = std::accumulate(epsilon.begin(), epsilon.end(), 0.0);
    for (std::size_t arm = 0; arm < kDrawnArms; ++arm)
        p[arm] = (1 - explored) * rho[arm] + epsilon[arm];
    return p;
}

/// The normaliser by bisection.
Doubles tsallis(const Doubles& sums, double eta) {
    const auto weights = [&](double x) {
        Doubles p;
        for (const double sum : sums)
            p.push_back(4 / std::pow(eta * (sum - x), 2));
        return p;
    };
    double low = *std::ranges::min_element(sums) - 1e6, high = *std::ranges::min_element(sums);
    for (int step = 0; step < 300; ++step) {
        const double middle = (low + high) / 2;
        const Doubles p = weights(middle);
        (std::accumulate(p.begin(), p.end(), 0.0) < 1 ? low : high) = middle;
    }
    return weights(low);
}

Doubles tsallis_importance(const std::vector<Step>& steps, double t) {
    return tsallis(losses(steps, [](double loss, double p) { return loss / p; }), 2 / std::sqrt(t));
}

/// With k = 1 the inclusion probability is the arm's own.
Doubles tsallis_reduced(const std::vector<Step>& steps, double t) {
    Doubles sums(kDrawnArms, 0);
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (std::uint32_t arm = 0; arm < kDrawnArms; ++arm) {
            const double p = steps[s].probability[arm];
            const double baseline = p >= 16 / static_cast<double>(s + 1) ? 0.5 : 0;
            sums[arm] += baseline;
            if (steps[s].arms.front() == arm) sums[arm] += (1 - steps[s].rewards.front() - baseline) / p;
        }
    return tsallis(sums, 4 / std::sqrt(t));
}

}  // namespace

TEST_CASE("the exponential policies draw with their papers' probabilities, for one arm and for two") {
    for (const std::size_t k : {1U, 2U}) {
        CHECK(largest_departure(PolicyOptions("exp3_ix"), exp3_ix, k) < 1e-7);
        CHECK(largest_departure(PolicyOptions("exp3_s"), exp3_s, k) < 1e-7);
        CHECK(largest_departure(PolicyOptions("exp3_pp", {{"alpha", 0.05}, {"beta", 0.002}}), exp3_pp, k) <
              1e-7);
        CHECK(largest_departure(PolicyOptions("tsallis_inf", {{"reduced_variance", false}}),
                                tsallis_importance, k) < 1e-7);
    }
    CHECK(largest_departure(PolicyOptions("tsallis_inf"), tsallis_reduced, 1) < 1e-9);
}

TEST_CASE("softmax draws in proportion, without replacement") {
    const std::vector<Doubles> warm{{0.1, 0.2, 0.3}};
    const Doubles weights{std::exp(1.0), std::exp(2.0), std::exp(3.0)};
    const double sum = weights[0] + weights[1] + weights[2];
    const Doubles one = frequencies(PolicyOptions("softmax"), warm, 1, 100'000);
    const Doubles two = frequencies(PolicyOptions("softmax"), warm, 2, 100'000);
    for (std::size_t arm = 0; arm < 3; ++arm) {
        CHECK(one[arm] == Approx(weights[arm] / sum).margin(0.006));
        double in = weights[arm] / sum;
        for (std::size_t first = 0; first < 3; ++first)
            if (first != arm) in += weights[first] / sum * weights[arm] / (sum - weights[first]);
        CHECK(two[arm] == Approx(in).margin(0.006));
    }
}

TEST_CASE("Boltzmann-Gumbel exploration compares two arms by a logistic distribution") {
    // Four pulls each: C/√4 = ¼; the difference of two Gumbel draws is logistic.
    const std::vector<Doubles> warm(4, {0.5, 0.3});
    CHECK(frequencies(PolicyOptions("boltzmann_gumbel"), warm, 1, 100'000)[0] ==
          Approx(1 / (1 + std::exp(-0.2 * 4))).margin(0.006));
}

TEST_CASE("uniform draws are uniform for every k") {
    for (const std::size_t k : {1U, 2U, 4U})
        for (const double share : frequencies(PolicyOptions("uniform"), {{0, 0, 0, 0, 0}}, k, 50'000))
            CHECK(share == Approx(static_cast<double>(k) / 5).margin(0.01));
}

TEST_CASE("ties go to a random arm, for one place and for more") {
    for (const std::size_t k : {1U, 3U})
        for (const double share :
             frequencies(PolicyOptions("kl_ucb"), {{0.4, 0.4, 0.4, 0.4, 0.4}}, k, 20'000))
            CHECK(share == Approx(static_cast<double>(k) / 5).margin(0.02));
}

TEST_CASE("epsilon falls with time") {
    // c M/t = 1/4 at t = 8 with c = 1 and two arms: the worse arm gets half of it.
    const auto policy = PolicyOptions("eps_decreasing").make();
    policy->reset(2, 100);
    policy->warm_start(Doubles{0.9, 0.1});
    policy->set_time(8);
    Rng rng(46);
    int worse = 0;
    std::uint32_t arm = 0;
    for (int i = 0; i < 40'000; ++i) {
        policy->select({&arm, 1}, rng);
        worse += arm == 1;
    }
    CHECK(worse == Approx(5000).margin(300));
}

TEST_CASE("hypergeometric draws have the exact distribution") {
    // 10 of which 4 marked, 5 drawn: P(x) = C(4,x) C(6,5−x)/252.
    const Doubles mass{6 / 252.0, 60 / 252.0, 120 / 252.0, 60 / 252.0, 6 / 252.0};
    Rng rng(47);
    Doubles counts(5, 0);
    for (int i = 0; i < 100'000; ++i)
        counts[draw_hypergeometric(10, 4, 5, rng)] += 1e-5;
    for (std::size_t x = 0; x < 5; ++x)
        CHECK(counts[x] == Approx(mass[x]).margin(0.006));
    double sum = 0;
    for (int i = 0; i < 20'000; ++i)
        sum += static_cast<double>(draw_hypergeometric(1'000'000, 300'000, 1000, rng));
    CHECK(sum / 20'000 == Approx(300).margin(0.5));
    CHECK(draw_hypergeometric(10, 10, 3, rng) == 3);
    CHECK(draw_hypergeometric(10, 0, 3, rng) == 0);
}

TEST_CASE("BESA lets the arm with fewer pulls win a tie, and judges the other by a sub-sample") {
    // Arm 0: rewards 1, 1, 0, 0; arm 1: a single 1. Arm 0's sub-sample of one is 1 half of the time: a tie,
    // won by the arm with fewer pulls; otherwise arm 1 wins outright.
    const auto policy = PolicyOptions("besa").make();
    policy->reset(2, 100);
    for (const double reward : {1.0, 1.0, 0.0, 0.0})
        policy->reward(0, reward);
    policy->reward(1, 1);
    Rng rng(48);
    std::uint32_t arm = 0;
    for (int i = 0; i < 200; ++i) {
        policy->select({&arm, 1}, rng);
        CHECK(arm == 1);
    }
    // A single 0 instead: arm 0 wins half of the time.
    policy->reset(2, 100);
    for (const double reward : {1.0, 1.0, 0.0, 0.0})
        policy->reward(0, reward);
    policy->reward(1, 0);
    int first = 0;
    for (int i = 0; i < 20'000; ++i) {
        policy->select({&arm, 1}, rng);
        first += arm == 0;
    }
    CHECK(first == Approx(10'000).margin(300));
}

TEST_CASE("BESA pulls arms of equal rewards in turn: a tie always goes to the arm with fewer pulls") {
    for (const double reward : {0.0, 1.0}) {
        const auto policy = PolicyOptions("besa").make();
        policy->reset(2, 400);
        Rng rng(49);
        int lead = 0;
        for (int i = 0; i < 400; ++i) {
            std::uint32_t arm = 0;
            policy->select({&arm, 1}, rng);
            policy->reward(arm, reward);
            policy->end_decision();
            lead += arm == 0 ? 1 : -1;
            REQUIRE(std::abs(lead) <= 1);
        }
    }
}

TEST_CASE("over very few decisions exp3_s draws uniformly: its mixing is at most 1") {
    const auto policy = PolicyOptions("exp3_s").make();
    policy->reset(kDrawnArms, 2);
    std::vector<std::uint32_t> drawn(1);
    Rng rng(7);
    policy->select(drawn, rng);
    policy->reward(drawn.front(), 1);
    policy->end_decision();
    std::vector<int> counts(kDrawnArms, 0);
    for (int i = 0; i < 20'000; ++i) {
        std::vector<std::uint32_t> next(1);
        policy->select(next, rng);
        ++counts[next.front()];
    }
    for (const int count : counts)
        CHECK(std::abs(count - 4000) < 5 * std::sqrt(20'000 * 0.2 * 0.8));
}
