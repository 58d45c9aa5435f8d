#pragma once
/// Tries a new policy before it is compared with others: checks the demands on every policy, plays five small
/// problems, and measures the CPU time of a decision.
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
    bool draws = true;                ///< what the policy's `draws` returns
    std::size_t pulls = 1'000'000;    ///< pulls in the long run
    std::size_t most_arms = 100'000;  ///< arms in the wide run
    bool first_only = false;          ///< stop at the first failure
};

/// Returns one sentence per demand that the policy fails; empty if it conforms. A policy must select k
/// distinct arms within range; count pulls and means; refuse rewards outside [0,1]; choose the same arms
/// under the same seed, and draw random numbers if and only if `draws` says so; be as new after `reset`; go
/// on bit for bit after save and load, also after the long run, without NaN; refuse a state with another
/// number of arms. A policy that throws elsewhere fails with its message; a failed program is not tried
/// further. Throws ProgramTimeout if a program is late and nothing failed before.
std::vector<std::string> conformance_failures(const MakePolicy& make, const ConformanceOptions& options = {});

struct StandardProblem {
    std::string_view name;
    std::string_view help;
    /// Resets the policy; returns its regret in `steps` decisions of one arm each.
    double (*play)(Policy& policy, std::size_t steps, std::uint64_t seed);
};

/// The regret is against the best mean of each step in `random`, `change` and `rotting`, the best fixed arm
/// in `adversary`, and in `recovering` a player who knows all means and pulls the best arm at each step.
std::span<const StandardProblem, 5> standard_problems();

/// Returns the proved bound of the expected regret on `random`, if any (Exp3.P: with probability 1 − δ).
std::optional<double> bound_on_random(const PolicyOptions& options, std::size_t steps);

/// Returns the CPU nanoseconds per decision and reward of one of `arms` arms, each pulled once before.
double decision_nanoseconds(Policy& policy, std::size_t arms, std::size_t decisions, const Clock& clock);

}  // namespace reboost::bandits
