#pragma once
/// Five small problems on which policies of every kind can be compared, and what a decision costs.
#include "bandits/policy.hpp"
#include "core/clock.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace reboost::bandits {

struct StandardProblem {
    std::string_view name;
    std::string_view help;
    /// Regret of one play of `steps` decisions of one arm. The policy is reset.
    double (*play)(Policy& policy, std::size_t steps, std::uint64_t seed);
};

/// `random`, `change` and `rotting` count against the best mean of each step, `adversary` against the best
/// fixed arm, `recovering` against who knows all means and takes the best at each step.
std::span<const StandardProblem, 5> standard_problems();

/// The proved bound of the policy's expected regret on `random`, where it is known for these options (Exp3.P:
/// with probability 1 − δ).
std::optional<double> bound_on_random(const PolicyOptions& options, std::size_t steps);

/// CPU nanoseconds of a decision of one of `arms` arms with its reward, after a first pull of each.
double decision_nanoseconds(Policy& policy, std::size_t arms, std::size_t decisions, const Clock& clock);

}  // namespace reboost::bandits
