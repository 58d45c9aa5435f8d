#pragma once
/// Bandit problems with a known solution, and a policy's regret on them (zhao2019 §2).
#include "bandits/policy.hpp"
#include "core/rng.hpp"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace reboost::bandits {

/// The rewards of all arms at each time, which do not depend on the pulls (an oblivious environment).
struct Problem {
    std::size_t arms = 0;
    /// Writes one reward in [0,1] per arm for time t ≥ 1.
    std::function<void(std::size_t t, std::span<double> out, Rng& rng)> rewards;
};

inline constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
/// Arm i pays 1 with probability means[i], independently (zhao2019 Figure 2). The means rotate by one arm
/// every `period` steps: the best arm of the past is then not that of the future.
Problem bernoulli_arms(std::vector<double> means, std::size_t period = kNever);

/// Arms that a pull wears out and that recover: z decisions after its last pull arm i pays 1 with probability
/// levels[i] (1 − e^{−z/pause}), before its first pull with probability levels[i]. Rewards depend on the
/// pulls, so this is no `Problem`.
class RecoveringArms {
  public:
    RecoveringArms(std::vector<double> levels, double pause)
        : levels_(std::move(levels)), pause_(pause), since_(levels_.size(), 1e9) {}
    std::size_t arms() const { return levels_.size(); }
    /// Returns the current mean reward of the arm.
    double mean(std::size_t arm) const;
    /// Pulls the arm and ends the decision.
    void pull(std::size_t arm);

  private:
    std::vector<double> levels_;
    double pause_;
    std::vector<double> since_;  ///< z of each arm: decisions since its last pull
};

/// The sequence of `steps` on which a deterministic policy earns nothing: at each step the arm that it pulls
/// pays 0, all others 1. Its regret is at least steps·(arms − 1)/arms (zhao2019 §2: "for any deterministic
/// forecaster …"). After the last step the sequence starts again (zhao2019 Figure 3, an oblivious adversary).
Problem sequence_against(Policy& deterministic, std::size_t arms, std::size_t steps);

/// Resets the policy and lets it pull one arm per step; pay(t, arm) returns the reward at time t ≥ 1.
template <class Pay>
void pull_arms(Policy& policy, std::size_t arms, std::size_t steps, Rng& choices, Pay pay) {
    policy.reset(arms, steps);
    CheckedChoice choice;
    for (std::size_t t = 1; t <= steps; ++t) {
        std::uint32_t arm = 0;
        choice.select(policy, {&arm, 1}, choices);
        policy.reward(arm, pay(t, arm));
        policy.end_decision();
    }
}

/// One run of a policy that pulls one arm per step.
struct Play {
    double earned = 0;               ///< Σ_t X_{I_t,t}
    std::vector<double> arm_totals;  ///< Σ_t X_{i,t}, one per arm
    /// Returns max_i Σ_t X_{i,t} − Σ_t X_{I_t,t}.
    double regret() const;
};

/// Called after each step t ≥ 1 with the rewards earned, and the total of each arm, so far.
using StepObserver = std::function<void(std::size_t t, const Play& so_far)>;

/// Resets the policy and plays `steps` of the problem; environment and policy have their own generators.
Play play(Policy& policy, const Problem& problem, std::size_t steps, Rng& environment, Rng& choices,
          const StepObserver& after_step = {});

/// UCB1's bound on the expected regret against the best mean after n steps (Auer et al. 2002a, Theorem 1):
/// 8 Σ_{Δ_i > 0} ln n / Δ_i + (1 + π²/3) Σ Δ_i.
double ucb1_bound(std::span<const double> means, std::size_t steps);
/// Exp3's bound on the expected regret against any fixed arm after n steps, with γ of Corollary 3.2 (Auer et
/// al. 2002b): 2 √(e − 1) √(n M ln M).
double exp3_bound(std::size_t arms, std::size_t steps);
/// Exp3.P's bound, which holds with probability at least 1 − δ (Auer et al. 2002b, Theorem 6.3): 4 √(MT
/// ln(MT/δ)) + 4 √(5/3 · M T ln M) + 8 ln(MT/δ).
double exp3_p_bound(std::size_t arms, std::size_t steps, double delta);

}  // namespace reboost::bandits
