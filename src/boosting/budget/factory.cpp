#include "boosting/budget/factory.hpp"

#include "boosting/budget/adaboost_rs.hpp"
#include "boosting/budget/prices.hpp"
#include "boosting/budget/trials.hpp"
#include "core/fields.hpp"

namespace reboost::boosting {

std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources) {
    if (field_of<TrialOptions>(recipe.booster)->count > 0)
        return std::make_unique<BudgetTrials>(recipe, std::move(data), resources);
    const auto* options = base_of<BudgetedOptions>(recipe.booster);
    BudgetPlan plan{name_of(recipe.booster), budget_rule(recipe.booster),
                    make_prices(options->prices, *data, Rng(recipe.dataset_seed, "prices")),
                    options->budget.value_or(std::numeric_limits<double>::infinity())};
    if (std::holds_alternative<AdaBoostRsOptions>(recipe.booster))
        return std::make_unique<AdaBoostRs>(recipe, std::move(data), resources, std::move(plan));
    return make_priced_adaboost(recipe, std::move(data), resources, plan);
}

}  // namespace reboost::boosting
