#pragma once
/// Rewards in [0,1] as successes and failures.
#include "core/rng.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <vector>

namespace reboost::bandits {

/// Rewards that wait for random numbers: a policy that draws a reward r to a success with probability r
/// (Agrawal & Goyal 2012) has a generator only when it selects.
class PendingRewards {
  public:
    void reset(std::size_t arms) {
        all_arms_ = arms;
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
    /// Arrays "pending_arms" and "pending_rewards".
    void state(StateIO& io) {
        io.any_size("pending_arms", arms_);
        for (const std::uint32_t arm : arms_)
            if (arm >= all_arms_) throw DataError("a saved reward is of an arm that does not exist");
        rewards_.resize(arms_.size());
        io("pending_rewards", rewards_);
    }

  private:
    std::size_t all_arms_ = 0;  ///< how many arms there are
    std::vector<std::uint32_t> arms_;
    std::vector<double> rewards_;
};

/// The number of marked ones among `drawn` of `population`, `marked` ≤ population of which are marked, drawn
/// without replacement, drawn ≤ population. Inversion outwards from the mode: about one standard deviation of
/// steps.
std::uint64_t draw_hypergeometric(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn,
                                  Rng& rng);

}  // namespace reboost::bandits
