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

void CountedPolicy::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put_scalar("time", time_);
    archive.put_scalar("decisions", decisions_);
    save_more(archive);
}

void CountedPolicy::load(const Archive& archive) {
    statistics_.load(archive);
    time_ = archive.get_scalar<std::uint64_t>("time");
    decisions_ = archive.get_scalar<std::uint64_t>("decisions");
    restart();  // what refresh makes of the arms that were pulled since is gone
    load_more(archive);
    for (std::uint32_t arm = 0; arm < arms(); ++arm)
        if (tried(arm)) refresh(arm);
}

}  // namespace reboost::bandits
