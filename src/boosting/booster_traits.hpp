#pragma once
/// What the options of every booster state beside their fields; plan, cost, factories and checks read it.
#include "core/fields.hpp"

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

/// A booster's options state beside their fields:
///  - `kName`; `kFamily`; `learner_need()`;
///  - `kDraws`: whether it draws random numbers by `seed`, whatever its selector does.
///  - `draws_by_dataset_seed()`: whether it draws random numbers by `dataset.seed` (prices, trials).
///  - `kUsesSelector`: whether a selector chooses where it searches.
///  - `progress_steps()`: rounds as progress counts them: a trial, or a play of a bandit problem, is one.
///  - `rounds_per_progress_step()`: rounds of boosting behind one that progress counts.
///  - `learners_per_round(K)`: learners fitted in a round, on average, for K classes.

}  // namespace reboost::boosting
