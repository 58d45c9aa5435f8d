#include "bandits/policy.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace reboost::bandits {

void Policy::reset(std::size_t arms, std::size_t decisions_planned) {
    pulls_.assign(arms, 0);
    fill_arms(0, sums_, means_);
    time_ = 1;
    decisions_ = 0;
    decisions_planned_ = static_cast<std::int64_t>(decisions_planned);
    restart();
}

void Policy::count(std::uint32_t arm, double reward) {
    if (!(reward >= 0 && reward <= 1))
        throw TrainingError("a bandit's reward must be in [0,1]; arm " + std::to_string(arm) + " got " +
                            std::to_string(reward));
    ++pulls_[arm];
    sums_[arm] += reward;
    means_[arm] = sums_[arm] / static_cast<double>(pulls_[arm]);
}

void Policy::reward(std::uint32_t arm, double reward) {
    count(arm, reward);
    learn(arm, reward);
    refresh(arm);
}

void Policy::end_decision() {
    close();
    ++time_;
    ++decisions_;
}

void Policy::state(StateIO& io) {
    io("pulls", pulls_)("reward_sum", sums_);
    for (std::size_t arm = 0; arm < arms(); ++arm)
        means_[arm] = pulls_[arm] == 0 ? 0 : sums_[arm] / static_cast<double>(pulls_[arm]);
    io("time", time_)("decisions", decisions_);
    if (io.loading()) restart();  // discards what `refresh` computed before the load
    keep(io);
    if (!io.loading()) return;
    for (std::uint32_t arm = 0; arm < arms(); ++arm)
        if (tried(arm)) refresh(arm);
}

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
