#pragma once
/// Regret from whole plays (zhao2019 §2), straight from its definitions.
#include "bandits/problems.hpp"

#include <algorithm>

namespace reboost::reference {

/// Mean over the plays of max_i Σ X_{i,t} − Σ X_{I_t,t}: estimates the expected regret. `plays` is not empty.
inline double expected_regret(std::span<const bandits::Play> plays) {
    double sum = 0;
    for (const bandits::Play& one : plays)
        sum += one.regret();
    return sum / static_cast<double>(plays.size());
}

/// max_i of the mean of Σ X_{i,t} − Σ X_{I_t,t}: estimates the pseudo-regret, never above `expected_regret`.
inline double pseudo_regret(std::span<const bandits::Play> plays) {
    std::vector<double> totals(plays.front().arm_totals.size(), 0);
    double earned = 0;
    for (const bandits::Play& one : plays) {
        earned += one.earned;
        for (std::size_t i = 0; i < totals.size(); ++i)
            totals[i] += one.arm_totals[i];
    }
    return (*std::ranges::max_element(totals) - earned) / static_cast<double>(plays.size());
}

}  // namespace reboost::reference
