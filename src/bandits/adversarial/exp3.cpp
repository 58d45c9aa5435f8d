#include "bandits/exponential_weights.hpp"
#include "bandits/parts/drawn_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reboost::bandits {
namespace {

/// Auer et al. 2002b, Corollary 3.2, for T decisions: min(1, √(M ln M / ((e − 1) T))).
double mixing_for(std::size_t arms, std::size_t horizon) {
    const auto m = static_cast<double>(arms);
    return std::min(1.0, std::sqrt(m * std::log(m) / ((std::numbers::e - 1) * static_cast<double>(horizon))));
}

/// Exp3 (Auer et al. 2002b §3): p = (1−γ) ω/Σω + γ/M, ω_j ← ω_j exp(γ r̂_j/M) for the pulled arm. Log-weights.
/// For k > 1 arms are drawn as in `Exp3P`. No bonus.
class Exp3 final : public DrawnPolicy {
    double gamma = 0.01;
    void fields(Fields& field) override {
        field("gamma", gamma,
              {"γ, mixing with the uniform distribution; 0: sqrt(M ln M / ((e-1) T)), at most 1", 0, 1});
    }
    bool needs_horizon() const override { return gamma == 0; }

    void restart_weights() override {
        gamma_ = gamma > 0 ? gamma : mixing_for(arms(), horizon());
        log_weights_.assign(arms(), 0);
    }
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += gamma_ / static_cast<double>(arms()) * (reward / probability_of(arm));
    }
    void distribution(std::span<double> probability) override { mix(log_weights_, gamma_, probability); }
    bool is_mixed() const override { return true; }
    void keep_weights(StateIO& io) override { io("log_weights", log_weights_); }

    double gamma_ = 0;
    std::vector<double> log_weights_;
};

}  // namespace

PolicyEntry exp3() {
    return entry<Exp3>("exp3", "exponential weights for adversarial rewards, mixed with uniform draws");
}

}  // namespace reboost::bandits
