/// Exp3 and Exp3.P as the authors' program has them: every arm's first reward is known from the start, the
/// pulled arm alone is updated, and probabilities are computed anew after each reward (uniform before the
/// first). k > 1 arms are drawn one after the other without repetition, where the program draws with
/// repetition and may search fewer than k. Their options are set by name from those of the literature's
/// forms, which state meaning and bounds.
#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace multiboost {
namespace {

class Exponential : public Policy {
  public:
    void reset(std::size_t arms, std::size_t) override {
        statistics_.reset(arms);
        log_weights_.assign(arms, first_log_weight(0));
        probability_.assign(arms, 1 / static_cast<double>(arms));
        draw_.assign(arms, 0);
        time_ = 2;
    }
    void warm_start(std::span<const double> rewards) override {
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
            statistics_.add(arm, rewards[arm]);
            log_weights_[arm] = first_log_weight(rewards[arm]);
        }
    }
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        std::ranges::copy(probability_, draw_.begin());
        draw_proportional(draw_, out, 0, rng);
    }
    void reward(std::uint32_t arm, double reward) override {
        statistics_.add(arm, reward);
        log_weights_[arm] += gain(reward, probability_[arm]);
        ++time_;
        const double total = exponentials(log_weights_, probability_);
        const double share = (1 - mixing()) / total;
        const double lowest = floor(static_cast<double>(time_));
        for (double& p : probability_)
            p = share * p + lowest;
    }
    void state(StateIO& io) override {
        statistics_.state(io);
        io("log_weights", log_weights_);
        io("probability", probability_);
        io("time", time_);
    }
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  protected:
    /// ln ω_j after the first reward of every arm.
    virtual double first_log_weight(double reward) const = 0;
    /// What a reward adds to the pulled arm's ln ω.
    virtual double gain(double reward, double probability) const = 0;
    /// p_j = (1 − mixing) softmax_j + floor at time t.
    virtual double mixing() const = 0;
    virtual double floor(double time) const = 0;

  private:
    ArmStatistics statistics_;
    std::vector<double> log_weights_;
    std::vector<double> probability_;  ///< not normalised where the mixing is γ/t
    std::vector<double> draw_;         ///< scratch
    std::uint64_t time_ = 2;           ///< grows by one per reward
};

/// γ as the program has it: 0.01; p = (1−γ) softmax + γ/K, ln ω += γ r/(p K).
class Exp3 final : public Exponential {
    double gamma = 0.01;
    void fields(Fields& field) override { field("gamma", gamma); }

    /// The first reward is taken as drawn with probability 1/K: γ/K · r·K.
    double first_log_weight(double reward) const override { return gamma * reward; }
    double gain(double reward, double probability) const override {
        return gamma * (reward / probability) / static_cast<double>(arms());
    }
    double mixing() const override { return gamma; }
    double floor(double) const override { return gamma / static_cast<double>(arms()); }
};

/// γ = 0.1, α = 0.4, horizon 100 unless the options name λ, η, T; p = (1−γ) softmax + γ/t, renormalised in
/// the draw only; ln ω += γ/(3K)·(r/p + α/(p √(KT))).
class Exp3P final : public Exponential {
    double eta = 0, lambda = 0;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("eta", eta);
        field("lambda", lambda);
        field("horizon", horizon);
    }
    double gamma() const { return lambda > 0 ? lambda : 0.1; }
    double alpha() const { return eta > 0 ? eta : 0.4; }
    double steps() const { return horizon > 0 ? static_cast<double>(horizon) : 100; }

    double first_log_weight(double reward) const override {
        const auto k = static_cast<double>(arms());
        return gamma() * alpha() / 3 * std::sqrt(steps() / k) +
               gamma() / (3 * k) * (reward * k + alpha() * k / std::sqrt(k * steps()));
    }
    double gain(double reward, double probability) const override {
        const auto k = static_cast<double>(arms());
        return gamma() / (3 * k) * (reward / probability + alpha() / (probability * std::sqrt(k * steps())));
    }
    double mixing() const override { return gamma(); }
    double floor(double time) const override { return gamma() / time; }
};

}  // namespace
}  // namespace multiboost

extern const PolicyEntry multiboost_exp3_p =
    entry<multiboost::Exp3P>("exp3_p", "Exp3.P as the authors' program has it");

extern const PolicyEntry multiboost_exp3 =
    entry<multiboost::Exp3>("exp3", "Exp3 as the authors' program has it");

}  // namespace reboost::bandits
