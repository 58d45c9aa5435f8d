#pragma once
#include "bandits/policy.hpp"
#include "core/rng.hpp"

#include <cstdint>
#include <vector>

namespace reboost::test {

/// How often each arm is chosen in `draws` selections after `warm` rewards.
inline std::vector<double> frequencies(const bandits::PolicyOptions& options,
                                       const std::vector<std::vector<double>>& warm, std::size_t k,
                                       int draws) {
    const auto policy = options.make();
    policy->reset(warm.front().size(), 100);
    for (const std::vector<double>& rewards : warm)
        policy->warm_start(rewards);
    Rng rng(43);
    std::vector<double> counts(warm.front().size(), 0);
    std::vector<std::uint32_t> out(k);
    for (int i = 0; i < draws; ++i) {
        policy->select(out, rng);
        for (const std::uint32_t arm : out)
            counts[arm] += 1.0 / draws;
    }
    return counts;
}

}  // namespace reboost::test
