#pragma once
/// To try a new policy before it is compared: what every policy must do, whatever it learns, five small
/// problems for policies of every kind, and what a decision costs.
#include "bandits/policy.hpp"
#include "core/clock.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::bandits {

/// Makes a policy that `reset` has not seen yet.
using MakePolicy = std::function<std::unique_ptr<Policy>()>;

struct ConformanceOptions {
    bool draws = true;                ///< the policy says that it draws random numbers
    std::size_t pulls = 1'000'000;    ///< of the long run
    std::size_t most_arms = 100'000;  ///< of the wide run
    bool first_only = false;          ///< stop at the first failure
};

/// One sentence per demand that the policy does not meet; empty where it conforms. Demands: k distinct arms
/// within range; pulls and means counted; rewards outside [0,1] refused; the same choices under the same
/// seed, and random numbers drawn only where it says so; as new after `reset`; bit for bit the same after
/// save and load, also after the long run, which leaves no NaN; the state of another number of arms refused.
/// A policy that throws elsewhere fails with its message; a program that failed is not tried further. Throws
/// ProgramTimeout where a program is late and nothing else failed before: nothing is known then.
std::vector<std::string> conformance_failures(const MakePolicy& make, const ConformanceOptions& options = {});

struct StandardProblem {
    std::string_view name;
    std::string_view help;
    /// Regret of one play of `steps` decisions of one arm. The policy is reset.
    double (*play)(Policy& policy, std::size_t steps, std::uint64_t seed);
};

/// `random`, `change` and `rotting` count against the best mean of each step, `adversary` against the best
/// fixed arm, `recovering` against who knows all means and takes the best at each step.
std::span<const StandardProblem, 5> standard_problems();

/// The proved bound of the expected regret on `random`, where there is one (Exp3.P: with probability 1 − δ).
std::optional<double> bound_on_random(const PolicyOptions& options, std::size_t steps);

/// CPU nanoseconds of a decision of one of `arms` arms with its reward, after a first pull of each.
double decision_nanoseconds(Policy& policy, std::size_t arms, std::size_t decisions, const Clock& clock);

}  // namespace reboost::bandits
