/// Exp3 and Exp3.P as the authors' program has them: every arm's first reward is known from the start, the
/// pulled arm alone is updated, and probabilities are computed anew after each reward (uniform before the
/// first). k > 1 arms are drawn one after the other without repetition, where the program draws with
/// repetition and may search fewer than k.
#include "bandits/arm_statistics.hpp"
#include "bandits/exponential_weights.hpp"
#include "bandits/options/adversarial.hpp"
#include "bandits/policy.hpp"

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
    void save(Archive& archive) const override {
        statistics_.save(archive);
        archive.put("log_weights", log_weights_);
        archive.put("probability", probability_);
        archive.put_scalar("time", time_);
    }
    void load(const Archive& archive) override {
        statistics_.load(archive);
        log_weights_ = load_sized<double>(archive, "log_weights", arms());
        probability_ = load_sized<double>(archive, "probability", arms());
        time_ = archive.get_scalar<std::uint64_t>("time");
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

/// γ of the options (the program's: 0.01); p = (1−γ) softmax + γ/K, ln ω += γ r/(p K).
class Exp3 final : public Exponential {
  public:
    explicit Exp3(const Exp3Options& options) : gamma_(options.gamma) {}

  protected:
    /// The first reward is taken as drawn with probability 1/K: γ/K · r·K.
    double first_log_weight(double reward) const override { return gamma_ * reward; }
    double gain(double reward, double probability) const override {
        return gamma_ * (reward / probability) / static_cast<double>(arms());
    }
    double mixing() const override { return gamma_; }
    double floor(double) const override { return gamma_ / static_cast<double>(arms()); }

  private:
    double gamma_;
};

/// γ = 0.1, α = 0.4, horizon 100 unless the options name λ, η, T; p = (1−γ) softmax + γ/t, renormalised in
/// the draw only; ln ω += γ/(3K)·(r/p + α/(p √(KT))).
class Exp3P final : public Exponential {
  public:
    explicit Exp3P(const Exp3POptions& options)
        : gamma_(options.lambda > 0 ? options.lambda : 0.1),
          alpha_(options.eta > 0 ? options.eta : 0.4),
          horizon_(options.horizon > 0 ? static_cast<double>(options.horizon) : 100) {}

  protected:
    double first_log_weight(double reward) const override {
        const auto k = static_cast<double>(arms());
        return gamma_ * alpha_ / 3 * std::sqrt(horizon_ / k) +
               gamma_ / (3 * k) * (reward * k + alpha_ * k / std::sqrt(k * horizon_));
    }
    double gain(double reward, double probability) const override {
        const auto k = static_cast<double>(arms());
        return gamma_ / (3 * k) * (reward / probability + alpha_ / (probability * std::sqrt(k * horizon_)));
    }
    double mixing() const override { return gamma_; }
    double floor(double time) const override { return gamma_ / time; }

  private:
    double gamma_;
    double alpha_;
    double horizon_;
};

}  // namespace
}  // namespace multiboost

std::unique_ptr<Policy> make_multiboost(const Exp3POptions& options) {
    return std::make_unique<multiboost::Exp3P>(options);
}

std::unique_ptr<Policy> make_multiboost(const Exp3Options& options) {
    return std::make_unique<multiboost::Exp3>(options);
}

}  // namespace reboost::bandits
