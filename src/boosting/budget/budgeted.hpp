#pragma once
/// From the options of a budgeted booster to AdaBoost with a rule, prices and a limit.
#include "boosting/mh/adaboost_mh.hpp"
#include "learners/priced/priced_stump.hpp"

#include <limits>
#include <memory>

namespace reboost::boosting {

/// The rule by which a budgeted booster chooses; AdaBoostRS trains plain AdaBoost.
learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster);

/// AdaBoost as `recipe`'s budgeted booster means it: uniform 1/n weights, an account with a limit, and stumps
/// ranked by the booster's rule. Other learners look at edges alone and pay for all features of a hypothesis.
/// AdaBoostRS trains without a limit; what it saves is drawn within the limit.
std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe,
                                                 std::shared_ptr<const data::BinnedSplit> data,
                                                 const Resources& resources, learners::CutPrices prices,
                                                 double limit = std::numeric_limits<double>::infinity());

/// One AdaBoost with prices, or trials, for a recipe that fits (compatibility.hpp). Throws UsageError on a
/// price file of the wrong length.
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources);

}  // namespace reboost::boosting
