#pragma once
#include "core/state.hpp"
#include "selectors/features/options.hpp"

#include <cstdint>
#include <vector>

namespace reboost::selectors {

/// Rewards as shares of a high quantile of those seen so far, so that they fill [0,1] whatever edges a data
/// set has: bonuses of policies are made for that. The quantile is 0.95 and comes from a histogram of
/// logarithmic bins, 16 to an octave: exact to a sixteenth. It is the largest reward as long as fewer than 20
/// were seen.
class RewardScale {
  public:
    explicit RewardScale(RewardScaling kind);
    /// A reward in [0,1] that counts from now on.
    void see(double reward);
    /// reward/quantile, at most 1; the reward itself where nothing is scaled.
    double share(double reward) const;

    /// Array "reward_counts"; none where nothing is scaled.
    void state(StateIO& io);

  private:
    void find_quantile();

    std::vector<std::uint64_t> counts_;  ///< rewards of each bin; empty: nothing is scaled
    std::uint64_t seen_ = 0;             ///< their sum
    double quantile_ = 1;
};

}  // namespace reboost::selectors
