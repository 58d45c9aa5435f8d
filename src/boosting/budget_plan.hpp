#pragma once
/// From the options of a budgeted booster to the parts that AdaBoost takes: a rule, prices, a limit.
#include "boosting/factory.hpp"
#include "learners/budget_account.hpp"
#include "learners/budget_stump.hpp"

#include <limits>
#include <string_view>

namespace reboost::boosting {

/// What makes a run of AdaBoost a budgeted one.
struct BudgetPlan {
    std::string_view name;  ///< the booster's, for the saved model
    learners::BudgetRuleOptions rule;
    learners::CutPrices prices;
    double limit = std::numeric_limits<double>::infinity();
};

/// The options that budgeted boosters share, or nullptr.
const BudgetedOptions* budgeted_options(const BoosterOptions& booster);
/// Trials of a booster that has them, or nullptr.
const TrialOptions* trial_options(const BoosterOptions& booster);
/// The rule by which a budgeted booster chooses; AdaBoostRS trains plain AdaBoost.
learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster);
/// AdaBoost's own options: those given, or what a budgeted booster means by them (uniform 1/n weights).
AdaBoostMhOptions adaboost_options(const BoosterOptions& booster);

}  // namespace reboost::boosting
