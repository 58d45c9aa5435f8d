#pragma once
/// From the options of a budgeted booster to the parts that AdaBoost takes: a rule, prices, a limit.
#include "boosting/mh/adaboost_mh.hpp"
#include "learners/priced/account.hpp"
#include "learners/priced/priced_stump.hpp"

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

/// The rule by which a budgeted booster chooses; AdaBoostRS trains plain AdaBoost.
learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster);
/// AdaBoost under the plan: its options as `recipe`'s budgeted booster means them (uniform 1/n weights), the
/// account, and its learner. Stumps are ranked by the plan's rule; other learners look at edges alone and pay
/// for all features of a hypothesis.
std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe,
                                                 std::shared_ptr<const data::BinnedSplit> data,
                                                 const Resources& resources, const BudgetPlan& plan);

}  // namespace reboost::boosting
