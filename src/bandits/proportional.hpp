#pragma once
#include "bandits/arm_statistics.hpp"
#include "bandits/options/proportional.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits {

/// Every arm once first, in index order; then k distinct arms drawn one after the other in proportion to
/// their mean reward (uniformly where all of those left are 0).
class Proportional final : public Policy {
  public:
    explicit Proportional(const ProportionalOptions&) {}

    void reset(std::size_t arms, std::size_t horizon) override;
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    void reward(std::uint32_t arm, double reward) override { statistics_.add(arm, reward); }
    void save(Archive& archive) const override { statistics_.save(archive); }
    void load(const Archive& archive) override { statistics_.load(archive); }
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  private:
    ArmStatistics statistics_;
    std::vector<double> weights_;
};

}  // namespace reboost::bandits
