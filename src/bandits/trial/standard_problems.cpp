#include "bandits/problems.hpp"
#include "bandits/trial/trial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace reboost::bandits {
namespace {

constexpr std::array<double, 5> kMeans{0.9, 0.8, 0.7, 0.5, 0.3};

/// Probability that an arm pays 1 at time t ≥ 1 of `steps`, after `pulls` pulls of this arm.
using Mean = double (*)(std::uint32_t arm, std::size_t t, std::uint64_t pulls, std::size_t steps);

double random_mean(std::uint32_t arm, std::size_t, std::uint64_t, std::size_t) {
    return kMeans[arm];
}
double changing_mean(std::uint32_t arm, std::size_t t, std::uint64_t, std::size_t steps) {
    return arm > 0 ? 0.5 : t <= steps / 2 ? 0.9 : 0.1;
}
double rotting_mean(std::uint32_t arm, std::size_t, std::uint64_t pulls, std::size_t steps) {
    return arm > 0 ? 0.5 : pulls < steps / 10 ? 0.9 : 0.1;
}

/// Returns the regret; means(t, arm) returns the mean of the arm pulled and the best mean.
template <class Means>
double play_one_arm(Policy& policy, std::size_t arms, std::size_t steps, std::uint64_t seed, Means means) {
    Rng environment(seed, "environment"), choices(seed, "choices");
    double lost = 0;
    pull_arms(policy, arms, steps, choices, [&](std::size_t t, std::uint32_t arm) {
        const auto [chosen, best] = means(t, arm);
        lost += best - chosen;
        return environment.uniform() < chosen ? 1.0 : 0.0;
    });
    return lost;
}

template <std::size_t arms, Mean mean>
double play_means(Policy& policy, std::size_t steps, std::uint64_t seed) {
    return play_one_arm(policy, arms, steps, seed, [&](std::size_t t, std::uint32_t arm) {
        double best = 0;
        for (std::uint32_t other = 0; other < arms; ++other)
            best = std::max(best, mean(other, t, policy.pulls()[other], steps));
        return std::pair(mean(arm, t, policy.pulls()[arm], steps), best);
    });
}

double play_adversary(Policy& policy, std::size_t steps, std::uint64_t seed) {
    const auto victim = PolicyOptions("ucb").make();
    const Problem problem = sequence_against(*victim, 5, steps);
    Rng environment(seed, "environment"), choices(seed, "choices");
    return play(policy, problem, steps, environment, choices).regret();
}

double play_recovering(Policy& policy, std::size_t steps, std::uint64_t seed) {
    const std::vector<double> levels{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.1};
    constexpr double kPause = 5;
    RecoveringArms own(levels, kPause), best(levels, kPause);
    return play_one_arm(policy, levels.size(), steps, seed, [&](std::size_t, std::uint32_t arm) {
        std::uint32_t known = 0;
        for (std::uint32_t other = 1; other < best.arms(); ++other)
            if (best.mean(other) > best.mean(known)) known = other;
        const std::pair means(own.mean(arm), best.mean(known));
        own.pull(arm);
        best.pull(known);
        return means;
    });
}

}  // namespace

std::span<const StandardProblem, 5> standard_problems() {
    static constexpr std::array<StandardProblem, 5> kProblems{{
        {"random", "five Bernoulli arms: 0.9, 0.8, 0.7, 0.5, 0.3", play_means<5, random_mean>},
        {"change", "the best of four arms becomes the worst half-way", play_means<4, changing_mean>},
        {"rotting", "the best of five arms wears out after steps/10 pulls of its own",
         play_means<5, rotting_mean>},
        {"adversary", "the sequence on which UCB earns nothing, five arms", play_adversary},
        {"recovering", "ten arms that pay less after a pull and come back in five decisions",
         play_recovering},
    }};
    return kProblems;
}

std::optional<double> bound_on_random(const PolicyOptions& options, std::size_t steps) {
    const auto m = static_cast<double>(kMeans.size()), t = static_cast<double>(steps);
    const std::string_view name = options.name();
    const auto zero = [&](std::initializer_list<std::string_view> left_open) {
        return std::ranges::all_of(left_open, [&](auto o) { return options.option(o).as_number() == 0; });
    };
    if (name == "ucb" && options.option("exploration") == Value(2.0)) return ucb1_bound(kMeans, steps);
    if (name == "exp3" && zero({"gamma"})) return exp3_bound(kMeans.size(), steps);
    if (name == "exp3_p" && zero({"eta", "lambda", "horizon"}))
        return exp3_p_bound(kMeans.size(), steps, options.option("delta").as_number());
    if (name == "exp3_ix" && zero({"eta", "gamma", "horizon"}))  // Neu 2015, Theorem 1, in expectation
        return 2 * std::sqrt(2 * m * t * std::log(m)) + std::sqrt(2 * m * t / std::log(m)) + 1;
    if (name == "moss" && zero({"horizon"}))
        return 49 * std::sqrt(m * t);  // Audibert & Bubeck 2009, Theorem 5
    if (name == "tsallis_inf")         // Zimmert & Seldin 2021, Theorem 1
        return options.option("reduced_variance").as_bool() ? 2 * std::sqrt(m * t) + 10 * m * std::log(t) + 16
                                                            : 4 * std::sqrt(m * t) + 1;
    return std::nullopt;
}

double decision_nanoseconds(Policy& policy, std::size_t arms, std::size_t decisions, const Clock& clock) {
    Rng rng(1, "choices"), noise(1, "environment");
    std::vector<double> first(arms);
    for (double& reward : first)
        reward = 0.1 + 0.1 * noise.uniform();
    policy.reset(arms, 10 * arms + decisions);
    policy.warm_start(first);
    policy.set_time(arms);
    const double begun = clock.thread_cpu_seconds();
    std::uint32_t arm = 0;
    for (std::size_t i = 0; i < decisions; ++i) {
        policy.select({&arm, 1}, rng);
        policy.reward(arm, 0.1 + 0.1 * noise.uniform());
        policy.end_decision();
    }
    return 1e9 * (clock.thread_cpu_seconds() - begun) / static_cast<double>(decisions);
}

}  // namespace reboost::bandits
