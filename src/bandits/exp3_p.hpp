#pragma once
/// Exp3.P (zhao2019 Figure 4; Auer et al. 2002b §6).
///
/// | paper | here |
/// |---|---|
/// | M, T | arms(), horizon_ |
/// | η, λ (Auer's α, γ) | eta_, lambda_ |
/// | ln ω_j | log_weights_ |
/// | p_j | probability_: of the last selection |
#include "bandits/options/exp3_p.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// Weights are kept as logarithms: nothing overflows, whatever T. Selecting is O(M), about M exponentials;
/// `close` is O(M), one division per arm, because line 10 updates every arm. Beyond figure 4: k > 1
/// arms are drawn with inclusion probabilities min(1, c·p_j) (as in Exp3.M), and these take the place of p_j
/// in lines 9 and 10.
class Exp3P final : public CountedPolicy {
  public:
    explicit Exp3P(const Exp3POptions& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

    double eta() const { return eta_; }
    double lambda() const { return lambda_; }
    std::span<const double> log_weights() const { return log_weights_; }
    /// p_j of the last selection (for k > 1 the inclusion probabilities).
    std::span<const double> probabilities() const { return probability_; }

  private:
    void restart() override;
    void learn(std::uint32_t arm, double reward) override;
    void close() override;
    void save_more(Archive& archive) const override;
    void load_more(const Archive& archive) override;

    Exp3POptions options_;
    double eta_ = 0;
    double lambda_ = 0;
    double horizon_ = 1;
    std::vector<double> log_weights_;
    std::vector<double> probability_;
};

}  // namespace reboost::bandits
