#include "bandits/arm_statistics.hpp"

#include <string>

namespace reboost::bandits {

void ArmStatistics::reset(std::size_t arms) {
    pulls_.assign(arms, 0);
    sums_.assign(arms, 0);
    means_.assign(arms, 0);
}

void ArmStatistics::add(std::uint32_t arm, double reward) {
    if (!(reward >= 0 && reward <= 1))
        throw TrainingError("a bandit's reward must be in [0,1]; arm " + std::to_string(arm) + " got " +
                            std::to_string(reward));
    ++pulls_[arm];
    sums_[arm] += reward;
    means_[arm] = sums_[arm] / static_cast<double>(pulls_[arm]);
}

void ArmStatistics::state(StateIO& io) {
    io("pulls", pulls_);
    io("reward_sum", sums_);
    for (std::size_t arm = 0; arm < arms(); ++arm)
        means_[arm] = pulls_[arm] == 0 ? 0 : sums_[arm] / static_cast<double>(pulls_[arm]);
}

}  // namespace reboost::bandits
