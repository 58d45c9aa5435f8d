#include "boosting/budget/factory.hpp"

#include "boosting/budget/adaboost_rs.hpp"
#include "boosting/budget/prices.hpp"
#include "boosting/budget/trials.hpp"
#include "core/error.hpp"

namespace reboost::boosting {

bool is_budgeted_booster(const BoosterOptions& options) {
    return trial_options(options) != nullptr;
}

std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources) {
    if (trial_options(recipe.booster)->count > 0)
        return std::make_unique<BudgetTrials>(recipe, std::move(data), resources);
    const BudgetedOptions* options = budgeted_options(recipe.booster);
    if (options == nullptr)
        throw UsageError(
            "booster 'decision_tree' is for trials (booster.trials.count); for a model of its own take "
            "adaboost_mh with rounds 1 and the learner tree");
    if (data->train_labels.classes != 1)
        throw UsageError("budgeted boosting is for binary problems; data set '" + data->name + "' has " +
                         std::to_string(data->train_labels.class_names.size()) + " classes");
    BudgetPlan plan{std::visit([](const auto& o) { return o.kName; }, recipe.booster),
                    budget_rule(recipe.booster),
                    make_prices(options->prices, *data, Rng(recipe.dataset_seed, "prices")),
                    options->budget.value_or(std::numeric_limits<double>::infinity())};
    if (std::holds_alternative<AdaBoostRsOptions>(recipe.booster))
        return std::make_unique<AdaBoostRs>(recipe, std::move(data), resources, std::move(plan));
    return make_priced_adaboost(recipe, std::move(data), resources, plan);
}

}  // namespace reboost::boosting
