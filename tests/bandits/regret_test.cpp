#include "support/regret.hpp"

#include "bandits/policy.hpp"
#include "bandits/problems.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
using reference::expected_regret;
using reference::pseudo_regret;

namespace {

std::vector<Play> plays(const PolicyOptions& options, const Problem& problem, std::size_t steps,
                        std::uint64_t seeds) {
    std::vector<Play> result;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Rng environment(seed, "environment");
        Rng choices(seed, "choices");
        const auto policy = options.make();
        result.push_back(play(*policy, problem, steps, environment, choices));
    }
    return result;
}

}  // namespace

TEST_CASE("UCB1's mean regret on Bernoulli arms keeps its bound and grows like a logarithm") {
    const std::vector<double> means{0.9, 0.8, 0.7, 0.5, 0.3};
    const Problem problem = bernoulli_arms(means);
    const auto regret_at = [&](std::size_t steps) {
        return pseudo_regret(plays(PolicyOptions("ucb"), problem, steps, 40));
    };
    const double at_1000 = regret_at(1000);
    const double at_8000 = regret_at(8000);
    CHECK(at_1000 > 0);
    CHECK(at_1000 < ucb1_bound(means, 1000));
    CHECK(at_8000 < ucb1_bound(means, 8000));
    CHECK(at_8000 < 3 * at_1000);  // linear growth would give 8 times, a logarithm 1.3 times
}

TEST_CASE("the bounds have their theorems' constants") {
    // 8 ln 1000 (1/0.1 + 1/0.5) + (1 + π²/3) (0.1 + 0.5) = 663.1445 + 2.5739.
    CHECK(ucb1_bound(std::vector<double>{0.9, 0.8, 0.4}, 1000) == Approx(665.718428).epsilon(1e-6));
    // 2 √((e − 1) · 100 · 2 ln 2) = 2 √238.2044.
    CHECK(exp3_bound(2, 100) == Approx(30.86775).epsilon(1e-6));
    // ln(200/0.1) = 7.600902: 4 √1520.1805 + 4 √(5/3 · 200 ln 2 = 231.0491) + 8 · 7.600902 = 155.9580
    // + 60.8012 + 60.8072.
    CHECK(exp3_p_bound(2, 100, 0.1) == Approx(277.5664).epsilon(1e-6));
}

TEST_CASE("pseudo-regret never exceeds the expected regret") {
    const Problem stochastic = bernoulli_arms({0.5, 0.5, 0.5, 0.5});
    const Problem switching = bernoulli_arms({0.9, 0.1, 0.5}, 50);
    for (const PolicyEntry& entry : Policy::entries())
        for (const Problem* problem :
             {static_cast<const Problem*>(&stochastic), static_cast<const Problem*>(&switching)}) {
            if (entry.make()->program() != nullptr) continue;
            INFO(entry.name());
            const auto runs = plays(PolicyOptions(entry.name()), *problem, 400, 30);
            CHECK(pseudo_regret(runs) <= expected_regret(runs));
        }
    // With equal means every policy's pseudo-regret is near 0, while the best arm in hindsight is ahead by
    // chance.
    const auto runs = plays(PolicyOptions("ucb"), stochastic, 400, 200);
    CHECK(expected_regret(runs) - pseudo_regret(runs) > 5);
}

TEST_CASE("Exp3.P keeps its high-probability bound on stochastic, switching and adversarial sequences") {
    const std::size_t steps = 20000;
    const auto victim = PolicyOptions("ucb").make();
    const Problem adversarial = sequence_against(*victim, 5, steps);
    const Problem stochastic = bernoulli_arms({0.9, 0.6, 0.6, 0.5, 0.1});
    const Problem switching = bernoulli_arms({0.9, 0.3, 0.3, 0.3, 0.3}, 4000);
    for (const Problem* problem :
         {static_cast<const Problem*>(&adversarial), static_cast<const Problem*>(&stochastic),
          static_cast<const Problem*>(&switching)})
        for (const Play& one : plays(PolicyOptions("exp3_p", {{"delta", 0.05}}), *problem, steps, 10))
            CHECK(one.regret() <= exp3_p_bound(5, steps, 0.05));
    CHECK(exp3_p_bound(5, steps, 0.05) < 0.5 * static_cast<double>(steps));
}

TEST_CASE("a deterministic policy can be made to earn nothing, a randomised one cannot") {
    const std::size_t steps = 20000;
    const auto ucb = PolicyOptions("ucb").make();
    const Problem adversarial = sequence_against(*ucb, 5, steps);
    const auto fooled = plays(PolicyOptions("ucb"), adversarial, steps, 1);
    CHECK(fooled.front().earned == 0);
    CHECK(fooled.front().regret() >= 0.8 * static_cast<double>(steps));
    const auto unharmed = plays(PolicyOptions("exp3_p"), adversarial, steps, 3);
    for (const Play& one : unharmed)
        CHECK(one.earned > 0.6 * static_cast<double>(steps));
}

TEST_CASE("Exp3's regret grows slower than time and Exp3 beats a uniform draw") {
    const Problem problem = bernoulli_arms({0.8, 0.4, 0.4, 0.4});
    const auto at = [&](std::size_t steps) {
        return expected_regret(plays(PolicyOptions("exp3", {{"gamma", 0.05}}), problem, steps, 10));
    };
    const double uniform_loss = 0.3;  // a step
    CHECK(at(20000) < 0.5 * uniform_loss * 20000);
    CHECK(at(20000) < 5 * at(2000));
}

TEST_CASE("Exp3 with its horizon's mixing keeps its bound, and its regret grows like the root of time") {
    const Problem problem = bernoulli_arms({0.6, 0.5, 0.5, 0.5});
    const auto at = [&](std::size_t steps) {
        const double regret = pseudo_regret(plays(PolicyOptions("exp3", {{"gamma", 0}}), problem, steps, 20));
        CHECK(regret < exp3_bound(4, steps));
        return regret;
    };
    const double early = at(2000), late = at(32000);
    CHECK(late > 2 * early);
    CHECK(late < 8 * early);  // 16 times the steps: the root gives 4, linear growth 16
    CHECK(exp3_bound(4, 32000) == Approx(2.63 * std::sqrt(32000 * 4 * std::log(4.0))).epsilon(0.01));
}

TEST_CASE("a play reports what was earned after each step") {
    const auto policy = PolicyOptions("ucb").make();
    const Problem problem = bernoulli_arms({1, 0});
    Rng environment(1), choices(2);
    std::vector<double> best;
    const Play whole =
        play(*policy, problem, 10, environment, choices, [&](std::size_t t, const Play& so_far) {
            CHECK(so_far.arm_totals[0] == static_cast<double>(t));
            best.push_back(so_far.earned);
        });
    CHECK(best.size() == 10);
    CHECK(best.back() == whole.earned);
}

TEST_CASE("greedy exploration costs ε of the gap in the long run") {
    const Problem problem = bernoulli_arms({0.9, 0.1});
    const auto runs = plays(PolicyOptions("eps_greedy", {{"epsilon", 0.2}}), problem, 10000, 10);
    // Explores arm 1 with probability 0.1: 0.8 · 0.1 per step.
    CHECK(pseudo_regret(runs) == Approx(800).margin(80));
}
