#pragma once
/// A multi-armed bandit policy. It sees arms and rewards in [0,1] and knows nothing of boosting, so that one
/// policy serves features, groups of features and base classes.
///
/// Lifecycle
///  1. `reset(arms, horizon)`, once. The horizon is the expected number of decisions: boosters give rounds
///     times the decisions that their learner states for each. Parameters of Exp3.P and others depend on it.
///  2. for each decision: `select(out, rng)` gives out.size() distinct arms to evaluate.
///  3. `reward(arm, r)` for each arm evaluated that the caller chooses to tell of; `r` in [0,1].
///  4. `end_decision()` closes the decision: time moves on by one.
///  5. `save` / `load` at any point between decisions; a loaded policy continues bit for bit.
///
/// A policy is its options, too: one that was not `reset` stands in a config for what runs make of it.
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

/// Counts pulls and means of each arm, keeps a clock and the horizon, and moves them into an archive. What a
/// policy keeps between decisions beside these goes through the hooks at the end.
class Policy : public Stateful {
  public:
    static constexpr std::string_view kKind = "policy";
    /// All policies; the list stands in policies.cpp.
    static std::span<const Entry<Policy>> entries();
    virtual ~Policy() = default;

    /// Its options. They are set before `reset`.
    virtual void fields(Fields&) {}
    /// Whether it draws random numbers. Runs of one that draws none are computed once for all seeds.
    virtual bool draws() const { return true; }
    /// Whether the number of decisions planned enters, so that a run is not the beginning of a longer one.
    virtual bool needs_horizon() const { return false; }
    /// The program that it asks; nullptr for all policies but `external`.
    virtual ExternalProgram* program() { return nullptr; }

    /// Forgets everything. arms ≥ 1, decisions_planned ≥ 1: the horizon.
    void reset(std::size_t arms, std::size_t decisions_planned);
    /// A first pull of every arm, before the first decision, one reward per arm: the authors' program starts
    /// so. By default an ordinary reward each, without a decision.
    virtual void warm_start(std::span<const double> rewards) {
        for (std::size_t arm = 0; arm < rewards.size(); ++arm)
            reward(static_cast<std::uint32_t>(arm), rewards[arm]);
    }
    /// The time t ≥ 1 of the next selection, for a caller who counts something else than decisions, such as
    /// boosting rounds; else the number of the decision, from 1. Policies without a clock ignore it.
    void set_time(std::uint64_t t) { time_ = t; }
    /// Writes out.size() distinct arms, 1 ≤ out.size() ≤ arms.
    virtual void select(std::span<std::uint32_t> out, Rng& rng) = 0;
    /// Reports the reward of an arm of the last selection, at most once per arm and decision; a decision may
    /// reuse that selection (siblings in a tree). Throws TrainingError where `reward` is not in [0,1].
    void reward(std::uint32_t arm, double reward);
    void end_decision();

    void state(StateIO& io) final;

    std::size_t arms() const { return pulls_.size(); }
    /// Pulls and mean reward so far, one per arm; for the report, too.
    const std::vector<std::uint64_t>& pulls() const { return pulls_; }
    const std::vector<double>& mean_rewards() const { return means_; }

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
    /// Arrays of this value for each arm.
    template <class... T>
    void fill_arms(double value, std::vector<T>&... arrays) const {
        (arrays.assign(arms(), static_cast<T>(value)), ...);
    }

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

using PolicyEntry = Entry<Policy>;

/// `help`: one line; "" for a form of the authors' program. `label`: see core/fields.hpp.
template <class P>
constexpr PolicyEntry entry(std::string_view name, std::string_view help = "", const ShortLabel& label = {}) {
    return entry_of<P, Policy>(name, label, help);
}

/// A policy and its use as the literature has them, or as the authors' program does: stale indices, a time
/// that counts rewards, a first pass over all arms.
enum class Variant { literature, multiboost };

/// The policies of which the authors' program has a form of its own, by the names of the literature's forms.
std::span<const PolicyEntry> multiboost_forms();

/// What configs, selectors and runs hold of a policy, and what makes it.
class PolicyOptions final : public ChoiceOf<Policy> {
  public:
    using ChoiceOf::ChoiceOf;

    bool draws() const { return part_->draws(); }
    bool needs_horizon() const { return part_->needs_horizon(); }
    /// The program that it asks; nullptr for all policies but `external`.
    ExternalProgram* program() { return part_->program(); }
    const ExternalProgram* program() const { return part_->program(); }

    /// The policy; `reset` it before use. Throws UsageError where it does not exist in the variant.
    std::unique_ptr<Policy> make(Variant variant = Variant::literature) const;
    /// Whether the authors' program has a form of its own of the policy.
    bool has_multiboost_form() const;
};

/// Lets policies choose and checks what they give. The commonest fault is an index that is NaN (0/0 for an
/// arm never tried): the best of the indices is then no arm.
class CheckedChoice {
  public:
    /// As policy.select. Throws TrainingError where an arm is missing, does not exist or is given twice.
    void select(Policy& policy, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint64_t> given_;  ///< by arm: the last choice that gave it
    std::uint64_t choices_ = 0;
};

}  // namespace reboost::bandits

extern template class reboost::ChoiceOf<reboost::bandits::Policy>;
