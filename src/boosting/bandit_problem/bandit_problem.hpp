#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"

#include <memory>

namespace reboost::boosting {

/// Plays a bandit problem `plays` times with the policy of the selector; it boosts nothing and saves no
/// model. The observer sees each play as a round, and steps as work. The recipe fits (compatibility.hpp): its
/// selector is a bandit that pulls one arm per step.
std::unique_ptr<Booster> make_bandit_problem(const Recipe& recipe, const Resources& resources);

}  // namespace reboost::boosting
