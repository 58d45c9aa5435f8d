#pragma once
/// A multi-armed bandit policy. It sees arms and rewards in [0,1] and knows nothing of boosting, so that one
/// policy serves features, groups of features and base classes.
///
/// Lifecycle
///  1. `reset(arms, horizon)`, once. The horizon is the expected number of decisions: boosters pass rounds
///     times their learner's decisions per round. Parameters of Exp3.P and others depend on it.
///  2. for each decision: `select(out, rng)` gives out.size() distinct arms to evaluate.
///  3. `reward(arm, r)` for those evaluated arms whose reward the caller reports; `r` in [0,1].
///  4. `end_decision()` closes the decision: time moves on by one.
///  5. `save` / `load` at any point between decisions; a loaded policy continues bit for bit.
///
/// A policy also holds its options: a config stores a policy never `reset`, the model for those of runs.
#include "core/choice_of.hpp"
#include "core/rng.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace reboost::bandits {

struct ExternalProgram;

/// Help and bounds of the option `Policy::horizon`.
constexpr FieldInfo kHorizonField{"T; 0: the number of decisions planned", 0, 1e15};

/// Counts each arm's pulls and mean reward, keeps a clock and the horizon, and saves all of these in an
/// archive. A derived policy saves its own further state in the hook `keep`.
class Policy : public Stateful {
  public:
    static constexpr std::string_view kKind = "policy";
    /// Returns all policies; policies.cpp holds the list.
    static std::span<const Entry<Policy>> entries();
    virtual ~Policy() = default;

    /// Declares the policy's options, which are set before `reset`.
    virtual void fields(Fields&) {}
    /// Whether the policy draws random numbers. If not, its runs are computed once for all seeds.
    virtual bool draws() const { return true; }
    /// Whether choices depend on the number of planned decisions. If so, a run is no prefix of a longer run.
    virtual bool needs_horizon() const { return false; }
    /// Returns the program that the policy asks; nullptr for all policies except `external`.
    virtual ExternalProgram* program() { return nullptr; }

    /// Forgets everything. arms ≥ 1; decisions_planned ≥ 1 is the horizon.
    void reset(std::size_t arms, std::size_t decisions_planned);
    /// Gives every arm a first pull with its reward, before the first decision, as the authors' program does.
    /// By default this calls `reward` for each arm and closes no decision.
    virtual void warm_start(std::span<const double> rewards) {
        for (std::size_t arm = 0; arm < rewards.size(); ++arm)
            reward(static_cast<std::uint32_t>(arm), rewards[arm]);
    }
    /// Sets the time t ≥ 1 of the next selection, if the caller counts boosting rounds, say. By default t is
    /// the number of the decision, from 1. Policies without a clock ignore t.
    void set_time(std::uint64_t t) { time_ = t; }
    /// Writes out.size() distinct arms, 1 ≤ out.size() ≤ arms.
    virtual void select(std::span<std::uint32_t> out, Rng& rng) = 0;
    /// Reports the reward of an arm of the last selection, at most once per arm and decision; a decision may
    /// reuse the last selection (siblings in a tree). Throws TrainingError if `reward` is not in [0,1].
    void reward(std::uint32_t arm, double reward);
    void end_decision();

    void state(StateIO& io) final;

    std::size_t arms() const { return pulls_.size(); }
    /// Number of pulls and mean reward so far, one element per arm; the report shows both.
    const std::vector<std::uint64_t>& pulls() const { return pulls_; }
    const std::vector<double>& mean_rewards() const { return means_; }

  protected:
    /// Returns the time t ≥ 1 of the current decision, or of the next one if none is open.
    std::uint64_t time() const { return time_; }
    /// Returns the number of decisions closed so far; `set_time` does not change this number.
    std::uint64_t decisions() const { return decisions_; }
    /// The horizon T, an option of some policies; 0: T is the number of planned decisions.
    std::int64_t horizon = 0;
    /// Returns the horizon T.
    double planned() const { return static_cast<double>(horizon > 0 ? horizon : decisions_planned_); }
    double pulls_of(std::size_t arm) const { return static_cast<double>(pulls_[arm]); }
    double mean_of(std::size_t arm) const { return means_[arm]; }
    bool tried(std::size_t arm) const { return pulls_[arm] > 0; }
    /// Fills each array with `value`, one element per arm.
    template <class... T>
    void fill_arms(double value, std::vector<T>&... arrays) const {
        (arrays.assign(arms(), static_cast<T>(value)), ...);
    }

    /// Counts one more pull of `arm`. Throws TrainingError if the reward is not in [0,1].
    void count(std::uint32_t arm, double reward);

    virtual void restart() {}  ///< part of `reset`
    /// Part of `reward`; the arm's pulls and mean already include this reward.
    virtual void learn(std::uint32_t /*arm*/, double /*reward*/) {}
    /// Recomputes the arm's values that follow from its pulls, mean and saved state. Called after `learn`,
    /// and for each arm pulled so far after `keep` has loaded a state.
    virtual void refresh(std::uint32_t /*arm*/) {}
    virtual void close() {}  ///< part of `end_decision`, before time moves on
    /// Saves or loads the derived policy's own state between decisions. Loading comes after `restart`.
    virtual void keep(StateIO&) {}

  private:
    std::vector<std::uint64_t> pulls_;
    std::vector<double> sums_, means_;  ///< sum and mean of each arm's rewards; 0 before its first pull
    std::uint64_t time_ = 1;
    std::uint64_t decisions_ = 0;
    std::int64_t decisions_planned_ = 1;
};

using PolicyEntry = Entry<Policy>;

/// `help`: one line; "" for a form of the authors' program. `label`: see core/fields.hpp.
template <class P>
constexpr PolicyEntry entry(std::string_view name, std::string_view help = "", const ShortLabel& label = {}) {
    return entry_of<P, Policy>(name, label, help);
}

/// Whether a policy works as in the literature, or as in the authors' program: with stale indices, a time
/// that counts rewards, and a first pass over all arms.
enum class Variant { literature, multiboost };

/// Policies that the authors' program implements in its own way, under the literature's names.
std::span<const PolicyEntry> multiboost_forms();

/// A policy's name and options, as configs, selectors and runs store them; makes the policy.
class PolicyOptions final : public ChoiceOf<Policy> {
  public:
    using ChoiceOf::ChoiceOf;

    bool draws() const { return part_->draws(); }
    bool needs_horizon() const { return part_->needs_horizon(); }
    /// Returns the program that the policy asks; nullptr for all policies except `external`.
    ExternalProgram* program() { return part_->program(); }
    const ExternalProgram* program() const { return part_->program(); }

    /// Returns a new policy; `reset` it before use. Throws UsageError if the variant has no such policy.
    std::unique_ptr<Policy> make(Variant variant = Variant::literature) const;
    /// Whether the authors' program implements the policy in its own way.
    bool has_multiboost_form() const;
};

/// Lets policies select arms and checks the selection. The commonest fault is a NaN index (0/0 for an arm
/// never pulled): the search for the best index then finds no arm.
class CheckedChoice {
  public:
    /// Calls policy.select. Throws TrainingError if an arm is missing, does not exist or is given twice.
    void select(Policy& policy, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint64_t> given_;  ///< per arm: number of the last selection with this arm
    std::uint64_t choices_ = 0;
};

}  // namespace reboost::bandits

extern template class reboost::ChoiceOf<reboost::bandits::Policy>;
