#pragma once
#include "bandits/arm_statistics.hpp"
#include "core/rng.hpp"

namespace reboost::bandits {

/// Rewards that wait for random numbers: a policy that draws a reward r to a success with probability r
/// (Agrawal & Goyal 2012) has a generator only when it selects.
class PendingRewards {
  public:
    void reset(std::size_t arms) {
        arms_.clear();
        rewards_.clear();
        arms_.reserve(arms);
        rewards_.reserve(arms);
    }
    void add(std::uint32_t arm, double reward) {
        arms_.push_back(arm);
        rewards_.push_back(reward);
    }
    /// Calls `settled(arm, success)` for each in order and forgets them.
    template <class Settled>
    void settle(Rng& rng, Settled settled) {
        for (std::size_t i = 0; i < arms_.size(); ++i)
            settled(arms_[i], rng.uniform() < rewards_[i]);
        arms_.clear();
        rewards_.clear();
    }
    void save(Archive& archive) const {
        archive.put("pending_arms", arms_);
        archive.put("pending_rewards", rewards_);
    }
    void load(const Archive& archive, std::size_t arms) {
        arms_ = archive.get<std::uint32_t>("pending_arms");
        for (const std::uint32_t arm : arms_)
            if (arm >= arms) throw DataError("a saved reward is of an arm that does not exist");
        rewards_ = load_sized<double>(archive, "pending_rewards", arms_.size());
    }

  private:
    std::vector<std::uint32_t> arms_;
    std::vector<double> rewards_;
};

}  // namespace reboost::bandits
