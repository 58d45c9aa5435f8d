#pragma once
/// What the options of every booster state beside their fields; plan, cost, factories and checks read it.
#include "core/statements.hpp"

#include <concepts>
#include <cstdint>
#include <string_view>

namespace reboost::boosting {

/// Which factory makes the booster.
enum class BoosterFamily { adaboost_mh, gradient, budgeted, bandit_problem };

/// Which learners a booster can use.
enum class LearnerNeed {
    any,        ///< it uses none, whatever is given
    votes,      ///< one whose hypotheses vote: stump, product, tree
    stump,      ///< the stump: a rule that ranks cuts by price has a search of its own in its place
    regression  ///< one that fits gradients: regression_tree
};

template <class Options>
concept StatedBooster = requires(const Options& options, double classes) {
    { Options::kName } -> std::convertible_to<std::string_view>;
    { Options::kFamily } -> std::convertible_to<BoosterFamily>;
    /// Whether it draws random numbers by `seed`, whatever its selector does.
    { Options::kDraws } -> std::convertible_to<bool>;
    /// Whether a selector chooses where it searches.
    { Options::kUsesSelector } -> std::convertible_to<bool>;
    { options.learner_need() } -> std::convertible_to<LearnerNeed>;
    /// Whether it draws random numbers by `dataset.seed` (prices, trials).
    { options.draws_by_dataset_seed() } -> std::convertible_to<bool>;
    /// Rounds as progress counts them: a trial, or a play of a bandit problem, is one.
    { options.progress_steps() } -> std::convertible_to<std::int64_t>;
    /// Rounds of boosting behind one that progress counts.
    { options.rounds_per_progress_step() } -> std::convertible_to<std::int64_t>;
    /// Learners fitted in a round, on average, for K classes.
    { options.learners_per_round(classes) } -> std::convertible_to<double>;
};

}  // namespace reboost::boosting
