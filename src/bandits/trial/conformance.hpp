#pragma once
/// What every policy must do, whatever it learns: to try a new one before it is compared.
#include "bandits/policy.hpp"

#include <functional>
#include <memory>
#include <string>
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
/// within range for one arm and for many; pulls and means counted; rewards outside [0,1] refused; the same
/// choices under the same seed, and random numbers drawn only where it says so; as new after `reset`; bit for
/// bit the same after save and load, also after the long run, which leaves no NaN; the state of another
/// number of arms refused. A policy that throws where it should not fails with its message. A
/// program that failed is not tried further. Throws ProgramTimeout where a program gave no answer in time
/// before anything else failed: nothing is known then.
std::vector<std::string> conformance_failures(const MakePolicy& make, const ConformanceOptions& options = {});

}  // namespace reboost::bandits
