#include "bandits/problems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reboost::bandits {

Problem bernoulli_arms(std::vector<double> means, std::size_t period) {
    const std::size_t arms = means.size();
    return {arms, [means = std::move(means), period](std::size_t t, std::span<double> out, Rng& rng) {
                std::size_t of_mean = (t - 1) / period % means.size();
                for (double& reward : out) {
                    reward = rng.uniform() < means[of_mean] ? 1 : 0;
                    of_mean = of_mean + 1 < means.size() ? of_mean + 1 : 0;
                }
            }};
}

double RecoveringArms::mean(std::size_t arm) const {
    return levels_[arm] * -std::expm1(-since_[arm] / pause_);
}

void RecoveringArms::pull(std::size_t arm) {
    since_[arm] = 0;
    for (double& since : since_)
        ++since;
}

Problem sequence_against(Policy& deterministic, std::size_t arms, std::size_t steps) {
    std::vector<double> rewards(arms * steps, 1);
    Rng unused(0);
    pull_arms(deterministic, arms, steps, unused,
              [&](std::size_t t, std::uint32_t arm) { return rewards[(t - 1) * arms + arm] = 0; });
    return {arms, [rewards = std::move(rewards), arms, steps](std::size_t t, std::span<double> out, Rng&) {
                const std::size_t first = (t - 1) % steps * arms;
                std::copy_n(rewards.begin() + static_cast<std::ptrdiff_t>(first), arms, out.begin());
            }};
}

double Play::regret() const {
    return *std::ranges::max_element(arm_totals) - earned;
}

Play play(Policy& policy, const Problem& problem, std::size_t steps, Rng& environment, Rng& choices,
          const StepObserver& after_step) {
    Play result;
    result.arm_totals.assign(problem.arms, 0);
    std::vector<double> rewards(problem.arms);
    pull_arms(policy, problem.arms, steps, choices, [&](std::size_t t, std::uint32_t arm) {
        problem.rewards(t, rewards, environment);
        for (std::size_t i = 0; i < rewards.size(); ++i)
            result.arm_totals[i] += rewards[i];
        result.earned += rewards[arm];
        if (after_step) after_step(t, result);
        return rewards[arm];
    });
    return result;
}

double ucb1_bound(std::span<const double> means, std::size_t steps) {
    const double best = *std::ranges::max_element(means);
    double inverse_gaps = 0;
    double gaps = 0;
    for (const double mean : means) {
        if (mean >= best) continue;
        inverse_gaps += 1 / (best - mean);
        gaps += best - mean;
    }
    return 8 * std::log(static_cast<double>(steps)) * inverse_gaps +
           (1 + std::numbers::pi * std::numbers::pi / 3) * gaps;
}

double exp3_bound(std::size_t arms, std::size_t steps) {
    const auto m = static_cast<double>(arms);
    return 2 * std::sqrt((std::numbers::e - 1) * static_cast<double>(steps) * m * std::log(m));
}

double exp3_p_bound(std::size_t arms, std::size_t steps, double delta) {
    const double mt = static_cast<double>(arms) * static_cast<double>(steps);
    const double log_term = std::log(mt / delta);
    return 4 * std::sqrt(mt * log_term) +
           4 * std::sqrt(5.0 / 3.0 * mt * std::log(static_cast<double>(arms))) + 8 * log_term;
}

}  // namespace reboost::bandits
