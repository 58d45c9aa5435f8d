#pragma once
#include "bandits/options/exp3.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// γ of Auer et al. 2002b, Corollary 3.2, for T decisions: min(1, √(M ln M / ((e − 1) T))).
double exp3_gamma(std::size_t arms, std::size_t horizon);

/// Exp3 (Auer et al. 2002b §3): p = (1−γ) ω/Σω + γ/M, ω_j ← ω_j exp(γ r̂_j/M) for the pulled arm. Log-weights.
/// For k > 1 arms are drawn as in `Exp3P`.
class Exp3 final : public CountedPolicy {
  public:
    explicit Exp3(const Exp3Options& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

  private:
    void restart() override;
    void learn(std::uint32_t arm, double reward) override;
    void save_more(Archive& archive) const override;
    void load_more(const Archive& archive) override;

    Exp3Options options_;
    double gamma_ = 0;
    std::vector<double> log_weights_;
    std::vector<double> probability_;
};

}  // namespace reboost::bandits
