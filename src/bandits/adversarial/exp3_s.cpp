#include "bandits/parts/drawn_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace reboost::bandits {
namespace {

/// Exp3.S (Auer et al. 2002b, §8): Exp3 whose weights share α, for a best arm that changes.
/// p = (1−γ) ω/Σω + γ/M; after the decision ω_j ← ω_j exp(γ r̂_j/M) + (e α/M) Σω. The weights are kept as
/// shares of their sum: sharing keeps each above about eα/M, and an exponent is at most 1, so that no
/// logarithms are needed.
class Exp3S final : public DrawnPolicy {
    double gamma = 0, alpha = 0;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("gamma", gamma,
              {"γ, mixing with the uniform distribution; 0: min(1, sqrt(M ln(M T) / T))", 0, 1});
        field("alpha", alpha, {"α, what the weights share each decision; 0: 1/T", 0, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && (gamma == 0 || alpha == 0); }

    /// Where the options leave them open, γ and α of Corollary 8.2.
    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        const double steps = horizon_or(horizon);
        gamma_ = gamma > 0 ? gamma : std::min(1.0, std::sqrt(m * std::log(m * steps) / steps));
        alpha_ = alpha > 0 ? alpha : 1 / steps;
        shares_.assign(arms(), 1 / m);
    }

    void distribution(std::span<double> probability) override {
        const double floor = gamma_ / static_cast<double>(arms());
        for (std::size_t arm = 0; arm < probability.size(); ++arm)
            probability[arm] = (1 - gamma_) * shares_[arm] + floor;
    }

    void learn(std::uint32_t arm, double reward) override {
        shares_[arm] *= std::exp(gamma_ / static_cast<double>(arms()) * (reward / probability_of(arm)));
    }

    void close() override {
        const double given = std::numbers::e * alpha_ / static_cast<double>(arms());
        for (double& share : shares_)
            share += given;
        const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
        for (double& share : shares_)
            share /= sum;
    }

    void keep_weights(StateIO& io) override { io("shares", shares_); }

    double gamma_ = 0, alpha_ = 0;
    std::vector<double> shares_;  ///< ω_j/Σω at the start of the decision, times what it has learnt since
};

}  // namespace

PolicyEntry exp3_s() {
    return entry<Exp3S>("exp3_s", "Exp3 that follows a changing best arm");
}

}  // namespace reboost::bandits
