#include "bandits/exponential_weights.hpp"
#include "bandits/parts/drawn_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Exp3-IX (Neu 2015): implicit exploration, no mixing. p ∝ exp(−η L̃_j), L̃_j ← L̃_j + (1 − r)/(p_j + γ) for
/// the arm pulled.
class Exp3Ix final : public DrawnPolicy {
    double eta = 0, gamma = 0;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("eta", eta, {"η; 0: sqrt(2 ln M / (M T))", 0, 1e9});
        field("gamma", gamma, {"γ; 0: η/2", 0, 1e9});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && eta == 0; }

    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        eta_ = eta > 0 ? eta : std::sqrt(2 * std::log(m) / (m * horizon_or(horizon)));
        gamma_ = gamma > 0 ? gamma : eta_ / 2;
        log_weights_.assign(arms(), 0);
    }

    void distribution(std::span<double> probability) override {
        const double total = exponentials(log_weights_, probability);
        for (double& p : probability)
            p /= total;
    }

    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] -= eta_ * (1 - reward) / (probability_of(arm) + gamma_);
    }

    void keep_weights(StateIO& io) override { io("log_weights", log_weights_); }

    double eta_ = 0, gamma_ = 0;
    std::vector<double> log_weights_;  ///< −η L̃_j
};

}  // namespace

PolicyEntry exp3_ix() {
    return entry<Exp3Ix>("exp3_ix", "exponential weights with implicit exploration");
}

}  // namespace reboost::bandits
