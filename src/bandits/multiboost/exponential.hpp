#pragma once
/// Exp3 and Exp3.P as the authors' program has them: every arm's first reward is known from the start, the
/// pulled arm alone is updated, and probabilities are computed anew after each reward (uniform before the
/// first). k > 1 arms are drawn one after the other without repetition, where the program draws with
/// repetition and may search fewer than k.
#include "bandits/arm_statistics.hpp"
#include "bandits/options/exp3.hpp"
#include "bandits/options/exp3_p.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits::multiboost {

class Exponential : public Policy {
  public:
    void reset(std::size_t arms, std::size_t horizon) override;
    void warm_start(std::span<const double> rewards) override;
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    void reward(std::uint32_t arm, double reward) override;
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }
    /// p_j, not normalised where the mixing is γ/t; 1/K before the first reward.
    std::span<const double> probabilities() const { return probability_; }

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
    std::vector<double> probability_;
    std::vector<double> draw_;  ///< scratch
    std::uint64_t time_ = 2;    ///< grows by one per reward
};

/// γ of the options (the program's: 0.01); p = (1−γ) softmax + γ/K, ln ω += γ r/(p K).
class Exp3 final : public Exponential {
  public:
    explicit Exp3(const Exp3Options& options) : gamma_(options.gamma) {}

  protected:
    double first_log_weight(double reward) const override;
    double gain(double reward, double probability) const override;
    double mixing() const override { return gamma_; }
    double floor(double time) const override;

  private:
    double gamma_;
};

/// γ = 0.1, α = 0.4, horizon 100 unless the options name λ, η, T; p = (1−γ) softmax + γ/t, renormalised in
/// the draw only; ln ω += γ/(3K)·(r/p + α/(p √(KT))).
class Exp3P final : public Exponential {
  public:
    explicit Exp3P(const Exp3POptions& options);

  protected:
    double first_log_weight(double reward) const override;
    double gain(double reward, double probability) const override;
    double mixing() const override { return gamma_; }
    double floor(double time) const override { return gamma_ / time; }

  private:
    double gamma_;
    double alpha_;
    double horizon_;
};

}  // namespace reboost::bandits::multiboost
