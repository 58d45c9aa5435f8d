#include "bandits/exp3.hpp"

#include "bandits/eps_greedy.hpp"
#include "bandits/exp3_p.hpp"
#include "bandits/multiboost/exponential.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

/// How often a policy pulls the one of three arms that always pays, in a million decisions.
std::uint64_t good_pulls_of_a_million(Policy& policy) {
    policy.reset(3, 1'000'000);
    Rng rng(5);
    std::uint32_t arm = 0;
    for (int t = 0; t < 1'000'000; ++t) {
        policy.select({&arm, 1}, rng);
        policy.reward(arm, arm == 0 ? 1 : 0);
        policy.end_decision();
    }
    return policy.pulls()[0];
}

/// zhao2019 Figure 4, its lines as they stand, weights not in logarithms.
struct Figure4 {
    double eta, lambda, horizon;
    std::vector<double> omega, p;

    Figure4(double e, double l, double t, std::size_t m)
        : eta(e),
          lambda(l),
          horizon(t),
          omega(m, std::exp(e * l / 3 * std::sqrt(t / static_cast<double>(m)))),
          p(m) {}
    void probabilities() {
        double sum = 0;
        for (const double w : omega)
            sum += w;
        for (std::size_t j = 0; j < p.size(); ++j)
            p[j] = (1 - lambda) * omega[j] / sum + lambda / static_cast<double>(p.size());
    }
    void update(std::size_t pulled, double reward) {
        const auto m = static_cast<double>(p.size());
        for (std::size_t j = 0; j < p.size(); ++j) {
            const double estimate = j == pulled ? reward / p[j] : 0;
            omega[j] *= std::exp(lambda / (3 * m) * (estimate + eta / (p[j] * std::sqrt(m * horizon))));
        }
    }
};

}  // namespace

TEST_CASE("Exp3.P equals Figure 4 line for line") {
    const std::size_t m = 5;
    Exp3P policy({.eta = 1.5, .lambda = 0.2});
    policy.reset(m, 500);
    Figure4 figure(1.5, 0.2, 500, m);
    Rng rng(31);
    Rng rewards(32);
    for (int t = 0; t < 500; ++t) {
        std::uint32_t arm = 0;
        policy.select({&arm, 1}, rng);
        figure.probabilities();
        for (std::size_t j = 0; j < m; ++j)
            REQUIRE(policy.probabilities()[j] == Approx(figure.p[j]).epsilon(1e-10));
        const double reward = rewards.uniform();
        policy.reward(arm, reward);
        policy.end_decision();
        figure.update(arm, reward);
        for (std::size_t j = 0; j < m; ++j)
            REQUIRE(policy.log_weights()[j] == Approx(std::log(figure.omega[j])).epsilon(1e-9));
    }
}

TEST_CASE("Exp3.P takes its parameters from Theorem 6.3 where the options leave them open") {
    Exp3P policy({.delta = 0.05});
    policy.reset(10, 100000);
    CHECK(policy.eta() == Approx(2 * std::sqrt(std::log(1e6 / 0.05))));
    CHECK(policy.lambda() == Approx(2 * std::sqrt(3 * 10 * std::log(10) / 5e5)));
    policy.reset(1000, 10);
    CHECK(policy.lambda() == 0.6);
    Exp3P longer({.delta = 0.05, .horizon = 1000});
    longer.reset(10, 7);
    CHECK(longer.eta() == Approx(2 * std::sqrt(std::log(1e4 / 0.05))));
}

TEST_CASE("Exp3.P stays finite over a million decisions that always pay") {
    Exp3P policy({});
    CHECK(good_pulls_of_a_million(policy) > 950'000);
    double sum = 0;
    for (const double p : policy.probabilities())
        sum += p;
    CHECK(sum == Approx(1));
    CHECK(std::ranges::all_of(policy.log_weights(), [](double w) { return std::isfinite(w); }));
}

TEST_CASE("Exp3.P raises the weight of arms it does not pull, the more the rarer they are") {
    Exp3P policy({.eta = 2, .lambda = 0.3});
    policy.reset(3, 100);
    Rng rng(1);
    std::uint32_t arm = 0;
    for (int t = 0; t < 60; ++t) {
        policy.select({&arm, 1}, rng);
        policy.reward(arm, arm == 0 ? 1 : 0);
        policy.end_decision();
    }
    policy.select({&arm, 1}, rng);
    const std::vector<double> before(policy.log_weights().begin(), policy.log_weights().end());
    const std::vector<double> p(policy.probabilities().begin(), policy.probabilities().end());
    policy.end_decision();
    for (std::size_t j = 0; j < 3; ++j)
        CHECK(policy.log_weights()[j] - before[j] == Approx(0.3 / 9 * 2 / (p[j] * std::sqrt(300.0))));
}

TEST_CASE("Exp3 mixes with the uniform distribution and updates the pulled arm only") {
    Exp3 policy({.gamma = 0.5});
    policy.reset(2, 100);
    Rng rng(3);
    std::uint32_t arm = 0;
    policy.select({&arm, 1}, rng);
    policy.reward(arm, 1);  // r̂ = 1/0.5 = 2: ln ω = 0.5·2/2 = 0.5
    Archive state;
    policy.save(state);
    const auto weights = state.get<double>("log_weights");
    CHECK(weights[arm] == 0.5);
    CHECK(weights[1 - arm] == 0);
    policy.select({&arm, 1}, rng);
    policy.save(state);
    const double share = std::exp(0.5) / (std::exp(0.5) + 1);
    const auto p = state.get<double>("probability");
    CHECK(std::max(p[0], p[1]) == Approx(0.5 * share + 0.25));
}

TEST_CASE("Exp3 takes Corollary 3.2's mixing where the option is 0") {
    CHECK(exp3_gamma(10, 100000) == Approx(std::sqrt(10 * std::log(10.0) / ((std::exp(1.0) - 1) * 1e5))));
    CHECK(exp3_gamma(1000, 10) == 1);
    Exp3 policy({.gamma = 0});
    policy.reset(2, 1000);
    Rng rng(3);
    std::uint32_t arm = 0;
    policy.select({&arm, 1}, rng);
    policy.reward(arm, 1);  // ln ω = γ · (1/0.5) / 2 = γ
    Archive state;
    policy.save(state);
    CHECK(state.get<double>("log_weights")[arm] == Approx(exp3_gamma(2, 1000)));
}

TEST_CASE("Exp3 and ε-greedy stay finite over a million decisions that always pay") {
    Exp3 exp3({.gamma = 0});
    CHECK(good_pulls_of_a_million(exp3) > 950'000);
    Exp3 mixing({.gamma = 0.3});  // ln ω grows by 1/3 and more a pull: far beyond what exp could hold
    CHECK(good_pulls_of_a_million(mixing) == Approx(800'000).margin(2000));
    EpsGreedy greedy({.epsilon = 0.3});
    CHECK(good_pulls_of_a_million(greedy) == Approx(800'000).margin(2000));
}

TEST_CASE("the multiboost Exp3.P updates the pulled arm and mixes with γ/t") {
    multiboost::Exp3P policy({});
    policy.reset(4, 1000);
    const auto log_weights = [&policy] {
        Archive state;
        policy.save(state);
        return state.get<double>("log_weights");
    };
    policy.warm_start(std::vector<double>{0.1, 0.2, 0.3, 0.4});
    CHECK(policy.probabilities()[2] == 0.25);  // uniform before the first reward
    const double common = 0.1 * 0.4 / 3 * 5 + 0.1 / 12 * (0.4 * 4 / 20);
    CHECK(log_weights()[3] == Approx(common + 0.1 / 3 * 0.4));
    policy.reward(1, 0.5);
    const double gained = common + 0.1 / 3 * 0.2 + 0.1 / 12 * (0.5 / 0.25 + 0.4 / (0.25 * 20));
    CHECK(log_weights()[1] == Approx(gained));
    CHECK(log_weights()[3] == Approx(common + 0.1 / 3 * 0.4));
    double sum = 0;
    for (const double w : log_weights())
        sum += std::exp(w);
    CHECK(policy.probabilities()[1] == Approx(0.9 * std::exp(gained) / sum + 0.1 / 3));  // t = 3
}
