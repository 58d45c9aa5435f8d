#include "bandits/policy.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

std::vector<double> saved(const Policy& policy, const std::string& name) {
    Archive state;
    policy.save(state);
    return state.get<double>(name);
}
std::vector<double> log_weights(const Policy& policy) {
    return saved(policy, "log_weights");
}
/// Probabilities of the last selection; for k > 1 the inclusion probabilities.
std::vector<double> probabilities(const Policy& policy) {
    return saved(policy, "probability");
}

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
    const auto policy = PolicyOptions("exp3_p", {{"eta", 1.5}, {"lambda", 0.2}}).make();
    policy->reset(m, 500);
    Figure4 figure(1.5, 0.2, 500, m);
    Rng rng(31);
    Rng rewards(32);
    for (int t = 0; t < 500; ++t) {
        std::uint32_t arm = 0;
        policy->select({&arm, 1}, rng);
        figure.probabilities();
        for (std::size_t j = 0; j < m; ++j)
            REQUIRE(probabilities(*policy)[j] == Approx(figure.p[j]).epsilon(1e-10));
        const double reward = rewards.uniform();
        policy->reward(arm, reward);
        policy->end_decision();
        figure.update(arm, reward);
        for (std::size_t j = 0; j < m; ++j)
            REQUIRE(log_weights(*policy)[j] == Approx(std::log(figure.omega[j])).epsilon(1e-9));
    }
}

TEST_CASE("Exp3.P takes its parameters from Theorem 6.3 where the options leave them open") {
    // Figure 4, line 2: ln ω = η λ/3 √(T/M); line 10: a reward of 1 at p = 1/M adds λ/3.
    struct Parameters {
        double eta, lambda;
    };
    const auto parameters = [](const PolicyOptions& options, std::size_t arms, std::size_t horizon) {
        const auto policy = options.make();
        policy->reset(arms, horizon);
        const double first = log_weights(*policy)[0];
        Rng rng(1);
        std::uint32_t arm = 0;
        policy->select({&arm, 1}, rng);
        policy->reward(arm, 1);
        const double lambda = 3 * (log_weights(*policy)[arm] - first);
        const double steps =
            options.needs_horizon() ? static_cast<double>(horizon) : options.option("horizon").as_number();
        return Parameters{3 * first / (lambda * std::sqrt(steps / static_cast<double>(arms))), lambda};
    };
    const Parameters open = parameters({"exp3_p", {{"delta", 0.05}}}, 10, 100000);
    CHECK(open.eta == Approx(2 * std::sqrt(std::log(1e6 / 0.05))));
    CHECK(open.lambda == Approx(2 * std::sqrt(3 * 10 * std::log(10) / 5e5)));
    CHECK(parameters({"exp3_p", {{"delta", 0.05}}}, 1000, 10).lambda == Approx(0.6));
    CHECK(parameters({"exp3_p", {{"delta", 0.05}, {"horizon", 1000}}}, 10, 7).eta ==
          Approx(2 * std::sqrt(std::log(1e4 / 0.05))));
}

TEST_CASE("Exp3.P stays finite over a million decisions that always pay") {
    const auto policy = PolicyOptions("exp3_p").make();
    CHECK(good_pulls_of_a_million(*policy) > 950'000);
    double sum = 0;
    for (const double p : probabilities(*policy))
        sum += p;
    CHECK(sum == Approx(1));
    CHECK(std::ranges::all_of(log_weights(*policy), [](double w) { return std::isfinite(w); }));
}

TEST_CASE("Exp3.P raises the weight of arms it does not pull, the more the rarer they are") {
    const auto policy = PolicyOptions("exp3_p", {{"eta", 2}, {"lambda", 0.3}}).make();
    policy->reset(3, 100);
    Rng rng(1);
    std::uint32_t arm = 0;
    for (int t = 0; t < 60; ++t) {
        policy->select({&arm, 1}, rng);
        policy->reward(arm, arm == 0 ? 1 : 0);
        policy->end_decision();
    }
    policy->select({&arm, 1}, rng);
    const std::vector<double> before = log_weights(*policy), p = probabilities(*policy);
    policy->end_decision();
    for (std::size_t j = 0; j < 3; ++j)
        CHECK(log_weights(*policy)[j] - before[j] == Approx(0.3 / 9 * 2 / (p[j] * std::sqrt(300.0))));
}

TEST_CASE("Exp3 mixes with the uniform distribution and updates the pulled arm only") {
    const auto policy = PolicyOptions("exp3", {{"gamma", 0.5}}).make();
    policy->reset(2, 100);
    Rng rng(3);
    std::uint32_t arm = 0;
    policy->select({&arm, 1}, rng);
    policy->reward(arm, 1);  // r̂ = 1/0.5 = 2: ln ω = 0.5·2/2 = 0.5
    CHECK(log_weights(*policy)[arm] == 0.5);
    CHECK(log_weights(*policy)[1 - arm] == 0);
    policy->select({&arm, 1}, rng);
    const double share = std::exp(0.5) / (std::exp(0.5) + 1);
    const auto p = probabilities(*policy);
    CHECK(std::max(p[0], p[1]) == Approx(0.5 * share + 0.25));
}

TEST_CASE("Exp3 takes Corollary 3.2's mixing where the option is 0") {
    const auto mixing = [](std::size_t arms, std::size_t horizon) {
        const auto policy = PolicyOptions("exp3", {{"gamma", 0}}).make();
        policy->reset(arms, horizon);
        Rng rng(3);
        std::uint32_t arm = 0;
        policy->select({&arm, 1}, rng);
        policy->reward(arm, 1);  // ln ω = γ · (1/(1/M)) / M = γ
        return log_weights(*policy)[arm];
    };
    CHECK(mixing(10, 100000) == Approx(std::sqrt(10 * std::log(10.0) / ((std::exp(1.0) - 1) * 1e5))));
    CHECK(mixing(1000, 10) == Approx(1));
}

TEST_CASE("Exp3 and ε-greedy stay finite over a million decisions that always pay") {
    const auto exp3 = PolicyOptions("exp3", {{"gamma", 0}}).make();
    CHECK(good_pulls_of_a_million(*exp3) > 950'000);
    // ln ω grows by 1/3 and more per pull: far beyond what exp could hold.
    const auto mixing = PolicyOptions("exp3", {{"gamma", 0.3}}).make();
    CHECK(good_pulls_of_a_million(*mixing) == Approx(800'000).margin(2000));
    const auto greedy = PolicyOptions("eps_greedy", {{"epsilon", 0.3}}).make();
    CHECK(good_pulls_of_a_million(*greedy) == Approx(800'000).margin(2000));
}

TEST_CASE("the multiboost Exp3.P updates the pulled arm and mixes with γ/t") {
    const auto policy = PolicyOptions("exp3_p").make(Variant::multiboost);
    policy->reset(4, 1000);
    policy->warm_start(std::vector<double>{0.1, 0.2, 0.3, 0.4});
    CHECK(probabilities(*policy)[2] == 0.25);  // uniform before the first reward
    const double common = 0.1 * 0.4 / 3 * 5 + 0.1 / 12 * (0.4 * 4 / 20);
    CHECK(log_weights(*policy)[3] == Approx(common + 0.1 / 3 * 0.4));
    policy->reward(1, 0.5);
    const double gained = common + 0.1 / 3 * 0.2 + 0.1 / 12 * (0.5 / 0.25 + 0.4 / (0.25 * 20));
    CHECK(log_weights(*policy)[1] == Approx(gained));
    CHECK(log_weights(*policy)[3] == Approx(common + 0.1 / 3 * 0.4));
    double sum = 0;
    for (const double w : log_weights(*policy))
        sum += std::exp(w);
    CHECK(probabilities(*policy)[1] == Approx(0.9 * std::exp(gained) / sum + 0.1 / 3));  // t = 3
}
