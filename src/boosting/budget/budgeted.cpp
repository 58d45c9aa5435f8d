#include "boosting/budget/budgeted.hpp"

#include "boosting/budget/sampling.hpp"
#include "boosting/budget/trials.hpp"
#include "core/fields.hpp"

namespace reboost::boosting {
namespace {

/// An account and the prices that it refers to.
struct PricedAccount {
    PricedAccount(learners::CutPrices p, double limit) : prices(std::move(p)), account(prices, limit) {}
    learners::CutPrices prices;
    learners::BudgetAccount account;
};

/// Returns the rule by which a budgeted booster chooses; AdaBoostRS trains plain AdaBoost.
learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster) {
    learners::BudgetRuleOptions rule;
    std::visit(
        [&rule](const auto& o) {
            if constexpr (requires { o.kRule; }) rule.rule = o.kRule;
            if constexpr (requires { o.tau; }) rule.tau = o.tau;
            if constexpr (requires { o.switch_quality; }) rule.switch_quality = o.switch_quality;
            if constexpr (requires { o.unaffordable; })
                rule.only_affordable = o.unaffordable == Unaffordable::pass_over;
        },
        booster);
    return rule;
}

}  // namespace

std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe, SharedSplit data,
                                                 const Resources& resources, learners::CutPrices prices,
                                                 double limit) {
    const BudgetedOptions& budgeted = *base_of<BudgetedOptions>(recipe.booster);
    const auto* sampled = std::get_if<AdaBoostRsOptions>(&recipe.booster);
    AdaBoostMhOptions options;
    options.rounds = budgeted.rounds;
    options.weights = InitialWeights::uniform;
    options.max_alpha = budgeted.max_alpha;
    const auto own = std::make_shared<PricedAccount>(
        std::move(prices), sampled != nullptr ? std::numeric_limits<double>::infinity() : limit);
    PricedTraining priced{name_of(recipe.booster), {own, &own->account}, {}, {}};
    priced.make_learner = [own, rule = budget_rule(recipe.booster),
                           learner = recipe.learner](const learners::LearnerSite& site) {
        return std::holds_alternative<learners::StumpOptions>(learner)
                   ? learners::make_budget_stump_learner(rule, site.columns, own->account)
                   : learners::make_learner(learner, site);
    };
    if (sampled != nullptr)
        priced.draw = [own, limit, weights = sampled->weights,
                       seed = recipe.seed](const learners::Ensemble& trained) {
            return sampled_ensemble({&trained, &own->prices, weights}, limit, Rng(seed, "draws"));
        };
    return std::make_unique<AdaBoostMh>(recipe, options, std::move(data), resources, std::move(priced));
}

std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe, SharedSplit data,
                                               const Resources& resources) {
    if (field_of<TrialOptions>(recipe.booster)->count > 0)
        return make_budget_trials(recipe, std::move(data), resources);
    const auto* options = base_of<BudgetedOptions>(recipe.booster);
    learners::CutPrices prices = make_prices(options->prices, *data, Rng(recipe.dataset_seed, "prices"));
    return make_priced_adaboost(recipe, std::move(data), resources, std::move(prices),
                                options->budget.value_or(std::numeric_limits<double>::infinity()));
}

}  // namespace reboost::boosting
