#pragma once
#include "bandits/arm_statistics.hpp"
#include "bandits/best_arms.hpp"
#include "bandits/options/ucb.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits {

/// UCB(k): the k arms with the largest r̄_j + √(e ln t / T_j), every arm once first (opt2009 §3.1; Auer et al.
/// 2002a for k = 1). An arm never pulled has an infinite index, so that a first pass with fewer than k arms
/// left fills up with the best of the others. Ties: the lower arm first. Deterministic.
class Ucb final : public Policy {
  public:
    explicit Ucb(const UcbOptions& options) : options_(options) {}

    void reset(std::size_t arms, std::size_t horizon) override;
    void set_time(std::uint64_t t) override { time_ = t; }
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    void reward(std::uint32_t arm, double reward) override;
    void end_decision() override { ++time_; }
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  private:
    void refresh(std::size_t arm);

    UcbOptions options_;
    ArmStatistics statistics_;
    std::vector<double> base_;  ///< r̄_j, +∞ before the first pull
    std::vector<double> width_;  ///< 1/√T_j: the index is base + √(e ln t)·width, one multiply and add an arm
    std::vector<double> index_;
    BestArms best_;
    std::uint64_t time_ = 1;
};

}  // namespace reboost::bandits
