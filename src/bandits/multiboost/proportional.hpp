#pragma once
#include "bandits/arm_statistics.hpp"
#include "bandits/options/proportional.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits::multiboost {

/// The authors' randomised sister of UCB: an arm is drawn in proportion to its mean reward; one that has had
/// only the first pass's pull in proportion to its reward + √(2 ln 2), its UCB index at that time. Without a
/// first pass an arm never pulled counts as one with reward 1. k > 1 arms are drawn without repetition (the
/// program's may coincide).
class Proportional final : public Policy {
  public:
    explicit Proportional(const ProportionalOptions&) {}

    void reset(std::size_t arms, std::size_t horizon) override;
    void warm_start(std::span<const double> rewards) override;
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    void reward(std::uint32_t arm, double reward) override;
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  private:
    ArmStatistics statistics_;
    std::vector<double> weights_;
    std::vector<double> draw_;  ///< scratch
};

}  // namespace reboost::bandits::multiboost
