#pragma once
/// A multi-armed bandit policy. It sees arms and rewards in [0,1] and knows nothing of boosting, so that one
/// policy serves features, groups of features and base classes.
///
/// Lifecycle
///  1. `reset(arms, horizon)`, once. The horizon is the expected number of decisions: boosters give rounds
///     times the decisions that their learner states for each. Parameters of Exp3.P and others depend on it.
///  2. for each decision: `select(count, rng)` gives `count` distinct arms to evaluate.
///  3. `reward(arm, r)` for each arm evaluated that the caller chooses to tell of; `r` in [0,1].
///  4. `end_decision()` closes the decision: time moves on by one.
///  5. `save` / `load` at any point between decisions; a loaded policy continues bit for bit.
///
/// A policy is its options, too: one that was not `reset` stands in a config for what runs make of it.
#include "core/fields.hpp"
#include "core/rng.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace reboost::bandits {

struct ExternalProgram;

class Policy : public Stateful {
  public:
    virtual ~Policy() = default;

    /// Its options. They are set before `reset`.
    virtual void fields(Fields&) {}
    /// Whether it draws random numbers. Runs of one that draws none are the same for all seeds, and are
    /// computed once.
    virtual bool draws() const { return true; }
    /// Whether the number of decisions planned enters, so that a run is not the beginning of a longer one.
    virtual bool needs_horizon() const { return false; }
    /// The program that it asks; nullptr for all policies but `external`.
    virtual ExternalProgram* program() { return nullptr; }

    /// Forgets everything. arms ≥ 1, horizon ≥ 1.
    virtual void reset(std::size_t arms, std::size_t horizon) = 0;
    /// A first pull of every arm, before the first decision, one reward per arm: the authors' program starts
    /// so. By default an ordinary reward each, without a decision.
    virtual void warm_start(std::span<const double> rewards) {
        for (std::size_t arm = 0; arm < rewards.size(); ++arm)
            reward(static_cast<std::uint32_t>(arm), rewards[arm]);
    }
    /// The time t ≥ 1 of the next selection, for a caller whose t counts something else than decisions
    /// (boosting rounds). Without it t is the number of this decision, from 1. Policies without a clock
    /// ignore it.
    virtual void set_time(std::uint64_t) {}
    /// Writes out.size() distinct arms, 1 ≤ out.size() ≤ arms.
    virtual void select(std::span<std::uint32_t> out, Rng& rng) = 0;
    /// Reports the reward of an arm of the last selection; at most once per arm and decision. A decision may
    /// also reuse the last selection (siblings in a tree). Throws TrainingError where `reward` is not in
    /// [0,1].
    virtual void reward(std::uint32_t arm, double reward) = 0;
    virtual void end_decision() {}

    void state(StateIO& io) override = 0;

    virtual std::size_t arms() const = 0;
    /// Pulls and mean reward so far, one per arm; for the report.
    virtual std::span<const std::uint64_t> pulls() const = 0;
    virtual std::span<const double> mean_rewards() const = 0;
};

/// What the list of policies (policies.cpp) knows of each.
struct PolicyEntry {
    Alternative alternative;            ///< its name in configs, one line of help, its label
    std::unique_ptr<Policy> (*make)();  ///< with default options
    /// A copy of a policy of this entry, options and all.
    std::unique_ptr<Policy> (*copy)(const Policy& policy);
    /// Whether the defaults make a policy: an external one needs a command. Shared tests skip others.
    bool self_contained;

    std::string_view name() const { return alternative.name; }
};

template <class P>
constexpr PolicyEntry entry(std::string_view name, std::string_view help, ShortLabel label = {},
                            bool self_contained = true) {
    return {{name, help, label},
            []() -> std::unique_ptr<Policy> { return std::make_unique<P>(); },
            [](const Policy& policy) -> std::unique_ptr<Policy> {
                return std::make_unique<P>(dynamic_cast<const P&>(policy));
            },
            self_contained};
}

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
