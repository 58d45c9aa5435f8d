#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"
#include "data/binning.hpp"

#include <memory>

namespace reboost::boosting {

/// Throws UsageError if the parts do not fit each other or the data (compatibility.hpp).
std::unique_ptr<Booster> make_booster(const Recipe& recipe, SharedSplit data, const Resources& resources);

}  // namespace reboost::boosting
