#pragma once
/// Pulls and rewards of each arm: what every policy keeps, whatever it makes of them.
#include "core/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

class ArmStatistics {
  public:
    void reset(std::size_t arms);
    /// One more pull of `arm`. Throws TrainingError where the reward is not in [0,1].
    void add(std::uint32_t arm, double reward);

    std::size_t arms() const { return pulls_.size(); }
    std::span<const std::uint64_t> pulls() const { return pulls_; }
    /// 0 for an arm never pulled.
    std::span<const double> means() const { return means_; }

    /// Arrays "pulls" and "reward_sum".
    void state(StateIO& io);

  private:
    std::vector<std::uint64_t> pulls_;
    std::vector<double> sums_;
    std::vector<double> means_;
};

}  // namespace reboost::bandits
