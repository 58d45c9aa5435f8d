#pragma once
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"
#include "core/matrix.hpp"
#include "data/binning.hpp"

#include <memory>

namespace reboost::boosting {

/// Throws UsageError where the parts do not fit each other or the data (k > number of features, K = 1 for an
/// abc booster).
std::unique_ptr<Booster> make_booster(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                                      const Resources& resources);

/// Scores n×K (row-major) of a saved model on rows binned with the model's own cuts.
Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows);

}  // namespace reboost::boosting
