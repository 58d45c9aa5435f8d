#pragma once
/// From the options of a budgeted booster to the parts that AdaBoost takes: a rule, prices, a limit.
#include "boosting/booster.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "boosting/recipe.hpp"
#include "learners/priced/account.hpp"
#include "learners/priced/stump.hpp"

#include <limits>
#include <memory>
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

/// AdaBoostRS as one booster: AdaBoost is trained, then its model is replaced by a draw from it.

class AdaBoostRs final : public Booster {
  public:
    AdaBoostRs(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
               const Resources& resources, BudgetPlan plan);

    StopReason train(RoundObserver& observer) override { return inner_->train(observer); }
    std::size_t rounds_trained() const override { return inner_->rounds_trained(); }
    void state(StateIO& io) override { inner_->state(io); }
    /// The drawn hypotheses, their summed votes as coefficients; the majority class where none could be paid.
    void save_model(Archive& archive) const override;
    void summarise(Archive& archive) const override { inner_->summarise(archive); }

  private:
    Recipe recipe_;
    std::shared_ptr<const data::BinnedSplit> data_;
    double budget_;
    std::unique_ptr<AdaBoostMh> inner_;
};

/// AdaBoost with a plan, AdaBoostRS around it, or trials of either, for a recipe that fits
/// (compatibility.hpp). Throws UsageError on a price file of the wrong length.
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe,
                                               std::shared_ptr<const data::BinnedSplit> data,
                                               const Resources& resources);

}  // namespace reboost::boosting
