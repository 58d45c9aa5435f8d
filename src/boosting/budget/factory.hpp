#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"

#include <memory>

namespace reboost::boosting {

/// AdaBoost with a plan, AdaBoostRS around it, or trials of either, for a recipe that fits
/// (compatibility.hpp). Throws UsageError on a price file of the wrong length.
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources);

}  // namespace reboost::boosting
