#pragma once
#include "bandits/policy.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Help and bounds of the option `CountedPolicy::horizon`.
constexpr FieldInfo kHorizonField{"T; 0: the number of decisions planned", 0, 1e15};

/// What the policies share: pulls and means of each arm, a clock, the horizon, and their way into an archive.
/// Everything else that a policy keeps between decisions goes through the hooks at the end.
class CountedPolicy : public Policy {
  public:
    void reset(std::size_t arms, std::size_t decisions_planned) final;
    void set_time(std::uint64_t t) final { time_ = t; }
    void reward(std::uint32_t arm, double reward) final;
    void end_decision() final;
    void state(StateIO& io) final;
    std::size_t arms() const final { return pulls_.size(); }
    std::span<const std::uint64_t> pulls() const final { return pulls_; }
    std::span<const double> mean_rewards() const final { return means_; }

  protected:
    /// t ≥ 1 of the decision under way, or of the next one.
    std::uint64_t time() const { return time_; }
    /// Decisions closed so far, whatever `set_time` said.
    std::uint64_t decisions() const { return decisions_; }
    /// An option of some policies, T; 0: the number of decisions planned.
    std::int64_t horizon = 0;
    /// T.
    double planned() const { return static_cast<double>(horizon > 0 ? horizon : decisions_planned_); }
    double pulls_of(std::size_t arm) const { return static_cast<double>(pulls_[arm]); }
    double mean_of(std::size_t arm) const { return means_[arm]; }
    bool tried(std::size_t arm) const { return pulls_[arm] > 0; }

    /// Counts one more pull of `arm`. Throws TrainingError where the reward is not in [0,1].
    void count(std::uint32_t arm, double reward);

    virtual void restart() {}  ///< part of `reset`
    /// Part of `reward`; the arm's counts include it.
    virtual void learn(std::uint32_t /*arm*/, double /*reward*/) {}
    /// Makes what is kept of an arm besides, and follows from it and the arm's pulls and mean: after `learn`,
    /// and after `keep` has loaded, for each arm that was pulled.
    virtual void refresh(std::uint32_t /*arm*/) {}
    virtual void close() {}  ///< part of `end_decision`, before time moves on
    /// Names what it keeps between decisions beside this class. Loading comes after `restart`.
    virtual void keep(StateIO&) {}

  private:
    std::vector<std::uint64_t> pulls_;
    std::vector<double> sums_, means_;  ///< of rewards; 0 for an arm never pulled
    std::uint64_t time_ = 1;
    std::uint64_t decisions_ = 0;
    std::int64_t decisions_planned_ = 1;
};

}  // namespace reboost::bandits
