/// The Exp3 family: exponential weights of estimated rewards.
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace reboost::bandits {
namespace {

class LogWeights : public DrawnPolicy {
    void keep_weights(StateIO& io) final { io("log_weights", log_weights_); }

  protected:
    std::vector<double> log_weights_;
};

/// p = (1 − mixing) softmax(log-weights) + mixing/M.
class MixedWeights : public LogWeights {
    void distribution(std::span<double> probability) final {
        const double share = (1 - mixing_) / exponentials(log_weights_, probability);
        const double floor = mixing_ / static_cast<double>(arms());
        for (double& p : probability)
            p = share * p + floor;
    }
    bool is_mixed() const final { return true; }

  protected:
    double mixing_ = 0;
};

/// Exp3 (Auer et al. 2002b §3): p = (1−γ) ω/Σω + γ/M, ω_j ← ω_j exp(γ r̂_j/M) for the pulled arm. Weights are
/// kept as logarithms. k > 1 arms are drawn as in `Exp3P`. Exp3 adds no bonus.
class Exp3 final : public MixedWeights {
    double gamma = 0.01;
    void fields(Fields& field) override {
        field("gamma", gamma,
              {"γ, mixing with the uniform distribution; 0: sqrt(M ln M / ((e-1) T)), at most 1", 0, 1});
    }
    bool needs_horizon() const override { return gamma == 0; }

    /// If the option gamma is 0, γ is that of Auer et al. 2002b, Corollary 3.2.
    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        const double derived = std::sqrt(m * std::log(m) / ((std::numbers::e - 1) * planned()));
        mixing_ = gamma > 0 ? gamma : std::min(1.0, derived);
        log_weights_.assign(arms(), 0);
    }
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += mixing_ / static_cast<double>(arms()) * (reward / probability_of(arm));
    }
};

/// Exp3.P (zhao2019 Figure 4; Auer et al. 2002b §6). M, T: arms(), steps_; η, λ (Auer's α, γ): eta_, mixing_;
/// ln ω_j: log_weights_; p_j: probability_of(), set by the last selection (lines 5 and 6).
///
/// Weights are kept as logarithms: nothing overflows. Selecting takes M exponentials, `close` M divisions
/// (line 10). With k > 1 arms, inclusion probabilities (DrawnPolicy) take the place of p_j in lines 9 and 10.
class Exp3P final : public MixedWeights {
    double eta = 0, lambda = 0, delta = 0.1;
    void fields(Fields& field) override {
        field("eta", eta, {"η; 0: 2 sqrt(ln(MT/δ))", 0, 1e9});
        field("lambda", lambda, {"λ, the mixing; 0: min(3/5, 2 sqrt(3 M ln M / (5 T)))", 0, 1});
        field("delta", delta, {"δ of the high-probability bound, where η is derived", 1e-12, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0; }

    /// If the options eta and lambda are 0, η and λ are those of Auer et al. 2002b, Theorem 6.3. The initial
    /// weight of line 2 cancels in line 5; it is set so that the saved weights equal the figure's.
    void restart_weights() override {
        steps_ = planned();
        const auto m = static_cast<double>(arms());
        eta_ = eta > 0 ? eta : 2 * std::sqrt(std::log(m * steps_ / delta));
        mixing_ = lambda > 0 ? lambda : std::min(0.6, 2 * std::sqrt(3 * m * std::log(m) / (5 * steps_)));
        log_weights_.assign(arms(), eta_ * mixing_ / 3 * std::sqrt(steps_ / m));
    }
    /// Adds the term of line 10 with r̂_j = r_j/p_j (line 9); arms that were not pulled have r̂ = 0.
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += mixing_ / (3 * static_cast<double>(arms())) * (reward / probability_of(arm));
    }
    /// Adds the term η/(p_j √(MT)) of line 10, for every arm.
    void close() override {
        const auto m = static_cast<double>(arms());
        const double bonus = mixing_ / (3 * m) * eta_ / std::sqrt(m * steps_);
        for (std::size_t arm = 0; arm < log_weights_.size(); ++arm)
            log_weights_[arm] += bonus / probability_of(arm);
    }

    double eta_ = 0, steps_ = 1;
};

/// Exp3.S (Auer et al. 2002b, §8): Exp3 whose arms share a part α of the weights, for a changing best arm. p
/// = (1−γ) ω/Σω + γ/M; after the decision ω_j ← ω_j exp(γ r̂_j/M) + (e α/M) Σω. Weights are kept as shares of
/// their sum, not as logarithms: each stays above about eα/M, and exponents are at most 1.
class Exp3S final : public DrawnPolicy {
    double gamma = 0, alpha = 0;
    void fields(Fields& field) override {
        field("gamma", gamma,
              {"γ, mixing with the uniform distribution; 0: min(1, sqrt(M ln(M T) / T))", 0, 1});
        field("alpha", alpha, {"α, what the weights share each decision; 0: 1/T", 0, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && (gamma == 0 || alpha == 0); }

    /// If the options gamma and alpha are 0, γ and α are those of Corollary 8.2.
    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        const double steps = planned();
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
    std::vector<double> shares_;  ///< ω_j/Σω before the decision, times exp(γ r̂_j/M) if pulled
};

/// Exp3-IX (Neu 2015): implicit exploration, no mixing. p ∝ exp(−η L̃_j), L̃_j += (1−r)/(p_j + γ) if pulled.
class Exp3Ix final : public LogWeights {
    double eta = 0, gamma = 0;
    void fields(Fields& field) override {
        field("eta", eta, {"η; 0: sqrt(2 ln M / (M T))", 0, 1e9});
        field("gamma", gamma, {"γ; 0: η/2", 0, 1e9});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && eta == 0; }

    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        eta_ = eta > 0 ? eta : std::sqrt(2 * std::log(m) / (m * planned()));
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

    double eta_ = 0, gamma_ = 0;
};

}  // namespace

extern const PolicyEntry exp3 =
    entry<Exp3>("exp3", "exponential weights for adversarial rewards, mixed with uniform draws");
extern const PolicyEntry exp3_p = entry<Exp3P>(
    "exp3_p", "exponential weights for adversarial rewards, bounds that hold with high probability");
extern const PolicyEntry exp3_s = entry<Exp3S>("exp3_s", "Exp3 that follows a changing best arm");
extern const PolicyEntry exp3_ix = entry<Exp3Ix>("exp3_ix", "exponential weights with implicit exploration");

}  // namespace reboost::bandits
