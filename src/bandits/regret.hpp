#pragma once
/// What a policy loses against the best fixed arm (zhao2019 §2).
#include "bandits/problems.hpp"

#include <functional>
#include <span>
#include <vector>

namespace reboost::bandits {

/// One run of a policy that pulls one arm per step.
struct Play {
    double earned = 0;               ///< Σ_t X_{I_t,t}
    std::vector<double> arm_totals;  ///< Σ_t X_{i,t}, one per arm
    /// max_i Σ_t X_{i,t} − Σ_t X_{I_t,t}.
    double regret() const;
};

/// Receives after each step t ≥ 1 what was earned and could have been earned so far.
using StepObserver = std::function<void(std::size_t t, const Play& so_far)>;

/// Resets the policy and plays `steps` of the problem; the environment and the policy draw from generators of
/// their own.
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
