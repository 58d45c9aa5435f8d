#pragma once
/// Bandit problems whose answer is known, to test and to compare policies without boosting.
#include "bandits/policy.hpp"
#include "core/rng.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Gives the rewards of all arms at each time, whatever is pulled (an oblivious environment).
class Problem {
  public:
    virtual ~Problem() = default;
    virtual std::size_t arms() const = 0;
    /// Writes one reward in [0,1] per arm for time t ≥ 1.
    virtual void rewards(std::size_t t, std::span<double> out, Rng& rng) const = 0;
};

/// Stochastic: arm i pays 1 with probability means[i], independently (zhao2019 Figure 2).
class BernoulliArms final : public Problem {
  public:
    explicit BernoulliArms(std::vector<double> means) : means_(std::move(means)) {}
    std::size_t arms() const override { return means_.size(); }
    void rewards(std::size_t t, std::span<double> out, Rng& rng) const override;
    const std::vector<double>& means() const { return means_; }

  private:
    std::vector<double> means_;
};

/// Bernoulli arms whose means rotate by one arm every `period` steps: the best arm of the past is not that of
/// the future.
class SwitchingArms final : public Problem {
  public:
    SwitchingArms(std::vector<double> means, std::size_t period)
        : means_(std::move(means)), period_(period) {}
    std::size_t arms() const override { return means_.size(); }
    void rewards(std::size_t t, std::span<double> out, Rng& rng) const override;

  private:
    std::vector<double> means_;
    std::size_t period_;
};

/// A sequence written down beforehand (zhao2019 Figure 3, an oblivious adversary).
class FixedSequence final : public Problem {
  public:
    /// `rewards` is row-major: a row per step, `arms` elements each. Later steps start again from the first.
    FixedSequence(std::vector<double> rewards, std::size_t arms)
        : rewards_(std::move(rewards)), arms_(arms) {}
    std::size_t arms() const override { return arms_; }
    void rewards(std::size_t t, std::span<double> out, Rng& rng) const override;

  private:
    std::vector<double> rewards_;
    std::size_t arms_;
};

/// Arms that a pull wears out and that recover in `pause` decisions, as far as 1 − 1/e: z decisions after its
/// last pull arm i pays 1 with probability levels[i] (1 − e^{−z/pause}); before its first, with levels[i].
/// What an arm pays depends on what was pulled: no `Problem`.
class RecoveringArms {
  public:
    RecoveringArms(std::vector<double> levels, double pause)
        : levels_(std::move(levels)), pause_(pause), since_(levels_.size(), 1e9) {}
    std::size_t arms() const { return levels_.size(); }
    /// The mean reward of the arm now.
    double mean(std::size_t arm) const;
    /// The arm is pulled, and a decision is over.
    void pull(std::size_t arm);

  private:
    std::vector<double> levels_;
    double pause_;
    std::vector<double> since_;  ///< z, one per arm
};

/// The sequence of `steps` on which a deterministic policy earns nothing: at each step the arm that it pulls
/// pays 0, all others 1. Its regret is at least steps·(arms − 1)/arms (zhao2019 §2: "for any deterministic
/// forecaster …").
FixedSequence sequence_against(Policy& deterministic, std::size_t arms, std::size_t steps);

}  // namespace reboost::bandits
