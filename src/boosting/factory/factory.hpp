#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"
#include "data/binning.hpp"

#include <memory>

namespace reboost::boosting {

/// Throws UsageError where the parts do not fit each other or the data (k > number of features, K = 1 for an
/// abc booster).
std::unique_ptr<Booster> make_booster(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                                      const Resources& resources);

}  // namespace reboost::boosting
