#pragma once
#include "bandits/options/proportional.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// Every arm once first, in index order; then k distinct arms drawn one after the other in proportion to
/// their mean reward (uniformly where all of those left are 0).
class Proportional final : public CountedPolicy {
  public:
    explicit Proportional(const ProportionalOptions&) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

  private:
    void restart() override { weights_.assign(arms(), 0); }
    void learn(std::uint32_t, double) override {}

    std::vector<double> weights_;
};

}  // namespace reboost::bandits
