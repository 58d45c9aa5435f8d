#pragma once
/// What the options of every booster state beside their fields; plan, cost and checks read it.
#include "core/fields.hpp"

#include <cstdint>
#include <string_view>

namespace reboost::boosting {

enum class BoosterFamily { adaboost_mh, gradient, budgeted, bandit_problem };

/// Which learners a booster can use.
enum class LearnerNeed {
    any,        ///< it uses none, whatever is given
    votes,      ///< one whose hypotheses vote: stump, product, tree
    stump,      ///< the stump: a rule that ranks cuts by price has a search of its own in its place
    regression  ///< one that fits gradients: regression_tree
};

/// What a booster's options state beside `kName` and `kFamily`, where a booster does not state otherwise.
struct BoosterTraits {
    /// Whether it draws random numbers by `seed`, whatever its selector does.
    static constexpr bool kDraws = false;
    /// Whether a selector chooses where it searches.
    static constexpr bool kUsesSelector = true;
    LearnerNeed learner_need() const { return LearnerNeed::votes; }
    /// Whether it draws random numbers by `dataset.seed` (prices, trials).
    bool draws_by_dataset_seed() const { return false; }
    /// Rounds of boosting behind one that progress counts: a trial, or a play of a bandit problem, is one.
    std::int64_t rounds_per_progress_step() const { return 1; }
    /// Learners fitted in a round, on average, for this number of classes.
    double learners_per_round(double /*classes*/) const { return 1; }
    // std::int64_t progress_steps() const: rounds as progress counts them. Each booster states it.
};

}  // namespace reboost::boosting
