#include "bandits/policy.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace reboost::bandits {

void CheckedChoice::select(Policy& policy, std::span<std::uint32_t> out, Rng& rng) {
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::ranges::fill(out, kNone);
    policy.select(out, rng);
    if (given_.size() != policy.arms()) given_.assign(policy.arms(), 0);
    ++choices_;
    for (const std::uint32_t arm : out) {
        if (arm == kNone) throw TrainingError("the bandit policy gave fewer arms than it was asked for");
        if (arm >= given_.size())
            throw TrainingError("the bandit policy gave arm " + std::to_string(arm) + ", of arms 0 to " +
                                std::to_string(given_.size() - 1) + ": is an index of it NaN?");
        if (given_[arm] == choices_)
            throw TrainingError("the bandit policy gave arm " + std::to_string(arm) +
                                " twice in one decision");
        given_[arm] = choices_;
    }
}

}  // namespace reboost::bandits
