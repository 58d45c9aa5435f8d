#pragma once
#include "bandits/best_arms.hpp"
#include "bandits/options/ucb.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// UCB(k): the k arms with the largest r̄_j + √(e ln t / T_j), every arm once first (opt2009 §3.1; Auer et al.
/// 2002a for k = 1). An arm never pulled has an infinite index, so that a first pass with fewer than k arms
/// left fills up with the best of the others. Ties: the lower arm first. Deterministic.
class Ucb final : public CountedPolicy {
  public:
    explicit Ucb(const UcbOptions& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

  private:
    void restart() override;
    void learn(std::uint32_t arm, double) override { refresh(arm); }
    void load_more(const Archive&) override;
    void refresh(std::size_t arm);

    UcbOptions options_;
    std::vector<double> base_;  ///< r̄_j, +∞ before the first pull
    std::vector<double>
        width_;  ///< 1/√T_j: the index is base + √(e ln t)·width, one multiply and add per arm
    std::vector<double> index_;
    BestArms best_;
};

}  // namespace reboost::bandits
