#pragma once
#include "bandits/best_arms.hpp"
#include "bandits/options/ucb_v.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// UCB-V (Audibert, Munos & Szepesvári 2009): the k arms with the largest r̄_j + √(2 ξ v_j ln t / T_j) + c·3 b
/// ξ ln t / T_j, v_j the empirical variance (divided by T_j); every arm once first, as in `Ucb`.
/// Deterministic.
class UcbV final : public CountedPolicy {
  public:
    explicit UcbV(const UcbVOptions& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

  private:
    void restart() override;
    void learn(std::uint32_t arm, double reward) override;
    void save_more(Archive& archive) const override { archive.put("deviations", deviations_); }
    void load_more(const Archive& archive) override;
    void refresh(std::size_t arm);

    UcbVOptions options_;
    std::vector<double> deviations_;  ///< Σ (r − r̄)², by Welford's recurrence
    std::vector<double> base_;        ///< r̄_j, +∞ before the first pull
    std::vector<double> spread_;      ///< √(v_j/T_j)
    std::vector<double> scarcity_;    ///< 1/T_j
    std::vector<double> index_;
    BestArms best_;
};

}  // namespace reboost::bandits
