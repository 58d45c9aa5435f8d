/// Exp3, Exp3.P and the proportional draw as the authors' program has them: every arm's first reward is known
/// from the start, and only the pulled arm is updated. k > 1 arms are drawn one after the other without
/// repetition; the program draws with repetition and may search fewer than k. Options are copied by name from
/// the literature's forms, which state their meaning and bounds.
#include "bandits/parts/drawn_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace multiboost {
namespace {

/// Draws in proportion to weights.
class Draws : public Policy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        draw_.assign(weights_.begin(), weights_.end());
        draw_proportional(draw_, out, 0, rng);
    }
    void warm_start(std::span<const double> rewards) override {
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
            count(arm, rewards[arm]);
            start(arm, rewards[arm]);
        }
    }

  protected:
    /// Takes the arm's first reward, before the first decision.
    virtual void start(std::uint32_t arm, double reward) = 0;

    std::vector<double> weights_;

  private:
    std::vector<double> draw_;  ///< scratch
};

/// Exponential weights: probabilities are recomputed after each reward, and uniform before the first.
class Exponential : public Draws {
    void restart() override {
        log_weights_.assign(arms(), first_log_weight(0));
        weights_.assign(arms(), 1 / static_cast<double>(arms()));
        program_time_ = 2;
    }
    void start(std::uint32_t arm, double reward) override { log_weights_[arm] = first_log_weight(reward); }
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += gain(reward, weights_[arm]);
        ++program_time_;
        const double total = exponentials(log_weights_, weights_);
        const double share = (1 - mixing()) / total;
        const double lowest = floor(static_cast<double>(program_time_));
        for (double& p : weights_)
            p = share * p + lowest;
    }
    void keep(StateIO& io) override {
        io("log_weights", log_weights_)("probability", weights_)("program_time", program_time_);
    }

    /// Returns ln ω_j after the first reward of every arm.
    virtual double first_log_weight(double reward) const = 0;
    /// Returns the increment of the pulled arm's ln ω_j.
    virtual double gain(double reward, double probability) const = 0;
    /// p_j = (1 − mixing) softmax_j + floor at time t; with the floor γ/t the sum of all p_j is not 1.
    virtual double mixing() const = 0;
    virtual double floor(double time) const = 0;

    std::vector<double> log_weights_;
    std::uint64_t program_time_ = 2;  ///< grows by one per reward
};

/// The program's γ is 0.01; p = (1−γ) softmax + γ/K, ln ω += γ r/(p K).
class Exp3 final : public Exponential {
    double gamma = 0.01;
    void fields(Fields& field) override { field("gamma", gamma); }

    /// The first pull counts as drawn with probability 1/K: γ r/(p K) = γ r.
    double first_log_weight(double reward) const override { return gamma * reward; }
    double gain(double reward, double probability) const override {
        return gamma * (reward / probability) / static_cast<double>(arms());
    }
    double mixing() const override { return gamma; }
    double floor(double) const override { return gamma / static_cast<double>(arms()); }
};

/// γ = 0.1, α = 0.4, horizon 100 unless the options set λ, η, T; p = (1−γ) softmax + γ/t, normalised only in
/// the draw; ln ω += γ/(3K)·(r/p + α/(p √(KT))).
class Exp3P final : public Exponential {
    double eta = 0, lambda = 0;
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

/// The authors' randomised sister of UCB: an arm is drawn in proportion to its mean reward; an arm pulled
/// only in the first pass, in proportion to its reward + √(2 ln 2), its UCB index at that time. Without a
/// first pass an arm never pulled counts as pulled there with reward 1.
class Proportional final : public Draws {
    static constexpr double kFirstWidth = 1.1774100225154747;  // √(2 ln t / T) at t = 2, T = 1

    void restart() override { weights_.assign(arms(), 1 + kFirstWidth); }
    void start(std::uint32_t arm, double reward) override { weights_[arm] = reward + kFirstWidth; }
    void learn(std::uint32_t arm, double) override { weights_[arm] = mean_of(arm); }
    void keep(StateIO& io) override { io("weights", weights_); }
};

}  // namespace
}  // namespace multiboost

extern const PolicyEntry multiboost_exp3_p = entry<multiboost::Exp3P>("exp3_p");
extern const PolicyEntry multiboost_exp3 = entry<multiboost::Exp3>("exp3");
extern const PolicyEntry multiboost_proportional = entry<multiboost::Proportional>("proportional");

}  // namespace reboost::bandits
