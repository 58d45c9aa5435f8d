#pragma once
#include "bandits/arm_statistics.hpp"
#include "bandits/best_arms.hpp"
#include "bandits/options/ucb_v.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits {

/// UCB-V (Audibert, Munos & Szepesvári 2009): the k arms with the largest r̄_j + √(2 ξ v_j ln t / T_j) + c·3 b
/// ξ ln t / T_j, v_j the empirical variance (divided by T_j); every arm once first, as in `Ucb`.
/// Deterministic.
class UcbV final : public Policy {
  public:
    explicit UcbV(const UcbVOptions& options) : options_(options) {}

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

    UcbVOptions options_;
    ArmStatistics statistics_;
    std::vector<double> deviations_;  ///< Σ (r − r̄)², by Welford's recurrence
    std::vector<double> base_;        ///< r̄_j, +∞ before the first pull
    std::vector<double> spread_;      ///< √(v_j/T_j)
    std::vector<double> scarcity_;    ///< 1/T_j
    std::vector<double> index_;
    BestArms best_;
    std::uint64_t time_ = 1;
};

}  // namespace reboost::bandits
