/// Exp3.P (zhao2019 Figure 4; Auer et al. 2002b §6).
///
/// | paper | here |
/// |---|---|
/// | M, T | arms(), steps_ |
/// | η, λ (Auer's α, γ) | eta_, lambda_ |
/// | ln ω_j | log_weights_ |
/// | p_j | probability_of(): of the last selection |
#include "bandits/exponential_weights.hpp"
#include "bandits/parts/drawn_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// Weights are kept as logarithms: nothing overflows, whatever T. Selecting is O(M), about M exponentials;
/// `close` is O(M), one division per arm, because line 10 updates every arm. Beyond figure 4: k > 1
/// arms are drawn with inclusion probabilities min(1, c·p_j) (see DrawnPolicy), and these take the place of
/// p_j in lines 9 and 10.
class Exp3P final : public DrawnPolicy {
    double eta = 0, lambda = 0, delta = 0.1;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("eta", eta, {"η; 0: 2 sqrt(ln(MT/δ))", 0, 1e9});
        field("lambda", lambda, {"λ, the mixing; 0: min(3/5, 2 sqrt(3 M ln M / (5 T)))", 0, 1});
        field("delta", delta, {"δ of the high-probability bound, where η is derived", 1e-12, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0; }

    /// Where the options leave them open, η and λ of Auer et al. 2002b, Theorem 6.3. Line 2's initial weight
    /// is the same for every arm and cancels in line 5; it is kept so that the saved weights are the
    /// figure's.
    void restart_weights() override {
        steps_ = horizon_or(horizon);
        const auto m = static_cast<double>(arms());
        eta_ = eta > 0 ? eta : 2 * std::sqrt(std::log(m * steps_ / delta));
        lambda_ = lambda > 0 ? lambda : std::min(0.6, 2 * std::sqrt(3 * m * std::log(m) / (5 * steps_)));
        log_weights_.assign(arms(), eta_ * lambda_ / 3 * std::sqrt(steps_ / m));
    }
    /// Line 10, the part of r̂_j = r_j/p_j (line 9): arms that were not pulled have r̂ = 0.
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += lambda_ / (3 * static_cast<double>(arms())) * (reward / probability_of(arm));
    }
    /// Line 10, the part of η/(p_j √(MT)), for every arm.
    void close() override {
        const auto m = static_cast<double>(arms());
        const double bonus = lambda_ / (3 * m) * eta_ / std::sqrt(m * steps_);
        for (std::size_t arm = 0; arm < log_weights_.size(); ++arm)
            log_weights_[arm] += bonus / probability_of(arm);
    }
    /// Line 5; DrawnPolicy draws (line 6).
    void distribution(std::span<double> probability) override { mix(log_weights_, lambda_, probability); }
    bool is_mixed() const override { return true; }
    void keep_weights(StateIO& io) override { io("log_weights", log_weights_); }

    double eta_ = 0;
    double lambda_ = 0;
    double steps_ = 1;
    std::vector<double> log_weights_;
};

}  // namespace

PolicyEntry exp3_p() {
    return entry<Exp3P>(
        "exp3_p", "exponential weights for adversarial rewards, bounds that hold with high probability");
}

}  // namespace reboost::bandits
