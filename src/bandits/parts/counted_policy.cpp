#include "bandits/parts/counted_policy.hpp"

#include <string>

namespace reboost::bandits {

void CountedPolicy::reset(std::size_t arms, std::size_t decisions_planned) {
    pulls_.assign(arms, 0);
    sums_.assign(arms, 0);
    means_.assign(arms, 0);
    time_ = 1;
    decisions_ = 0;
    decisions_planned_ = static_cast<std::int64_t>(decisions_planned);
    restart();
}

void CountedPolicy::count(std::uint32_t arm, double reward) {
    if (!(reward >= 0 && reward <= 1))
        throw TrainingError("a bandit's reward must be in [0,1]; arm " + std::to_string(arm) + " got " +
                            std::to_string(reward));
    ++pulls_[arm];
    sums_[arm] += reward;
    means_[arm] = sums_[arm] / static_cast<double>(pulls_[arm]);
}

void CountedPolicy::reward(std::uint32_t arm, double reward) {
    count(arm, reward);
    learn(arm, reward);
    refresh(arm);
}

void CountedPolicy::end_decision() {
    close();
    ++time_;
    ++decisions_;
}

void CountedPolicy::state(StateIO& io) {
    io("pulls", pulls_);
    io("reward_sum", sums_);
    for (std::size_t arm = 0; arm < arms(); ++arm)
        means_[arm] = pulls_[arm] == 0 ? 0 : sums_[arm] / static_cast<double>(pulls_[arm]);
    io("time", time_);
    io("decisions", decisions_);
    if (io.loading()) restart();  // what refresh makes of the arms that were pulled since is gone
    keep(io);
    if (!io.loading()) return;
    for (std::uint32_t arm = 0; arm < arms(); ++arm)
        if (tried(arm)) refresh(arm);
}

}  // namespace reboost::bandits
