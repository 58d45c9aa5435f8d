#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"

#include <memory>

namespace reboost::boosting {

/// Whether the options are those of a budgeted booster or of the decision tree beside them.
bool is_budgeted_booster(const BoosterOptions& options);
/// AdaBoost with a plan, AdaBoostRS around it, or trials of either. Throws UsageError where the parts do not
/// fit (more than two classes, a price file of the wrong length, a decision tree without trials).
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources);

}  // namespace reboost::boosting
