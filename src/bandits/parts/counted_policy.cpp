#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

void CountedPolicy::reset(std::size_t arms, std::size_t horizon) {
    statistics_.reset(arms);
    time_ = 1;
    decisions_ = 0;
    horizon_ = horizon;
    restart();
}

void CountedPolicy::reward(std::uint32_t arm, double reward) {
    statistics_.add(arm, reward);
    learn(arm, reward);
    refresh(arm);
}

void CountedPolicy::end_decision() {
    close();
    ++time_;
    ++decisions_;
}

void CountedPolicy::state(StateIO& io) {
    statistics_.state(io);
    io("time", time_);
    io("decisions", decisions_);
    if (io.loading()) restart();  // what refresh makes of the arms that were pulled since is gone
    keep(io);
    if (!io.loading()) return;
    for (std::uint32_t arm = 0; arm < arms(); ++arm)
        if (tried(arm)) refresh(arm);
}

}  // namespace reboost::bandits
