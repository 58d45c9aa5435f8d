#include "boosting/factory/factory.hpp"

#include "boosting/bandit_problem/bandit_problem.hpp"
#include "boosting/budget/budgeted.hpp"
#include "boosting/compatibility.hpp"
#include "boosting/gradient/booster.hpp"
#include "boosting/holdout.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/error.hpp"

namespace reboost::boosting {

std::unique_ptr<Booster> make_booster(const Recipe& recipe, SharedSplit data, const Resources& resources) {
    if (data->train.rows == 0) throw UsageError("data set '" + data->name + "' has no training rows");
    if (data->train.features() == 0) throw UsageError("data set '" + data->name + "' has no columns");
    require_fit(recipe, facts_of(*data));
    const BoosterFamily family = family_of(recipe.booster);
    if (family == BoosterFamily::bandit_problem) return make_bandit_problem(recipe, resources);
    if (recipe.evaluation.validation_fraction > 0)
        data = hold_out(*data, recipe.evaluation.validation_fraction, recipe.seed);
    if (family == BoosterFamily::budgeted) return make_budgeted_booster(recipe, std::move(data), resources);
    if (family == BoosterFamily::gradient)
        return std::make_unique<GradientBooster>(recipe, std::move(data), resources);
    return std::make_unique<AdaBoostMh>(recipe, std::get<AdaBoostMhOptions>(recipe.booster), std::move(data),
                                        resources);
}

}  // namespace reboost::boosting
