#include "boosting/budget/plan.hpp"

#include "core/fields.hpp"

namespace reboost::boosting {
namespace {

using learners::BudgetRule;

struct RuleOf {
    learners::BudgetRuleOptions operator()(const AdaBoostBtOptions&) const { return {BudgetRule::edge}; }
    learners::BudgetRuleOptions operator()(const AdaBoostBtGreedyOptions&) const {
        return {BudgetRule::greedy};
    }
    learners::BudgetRuleOptions operator()(const AdaBoostBtSmoothedOptions& o) const {
        return {BudgetRule::smoothed, o.tau};
    }
    learners::BudgetRuleOptions operator()(const AdaBoostBtHybridOptions& o) const {
        return {BudgetRule::hybrid, o.tau, o.switch_quality};
    }
    learners::BudgetRuleOptions operator()(const SpeedBoostOptions&) const {
        return {BudgetRule::speedboost};
    }
    learners::BudgetRuleOptions operator()(const AdaBoostRsOptions&) const { return {BudgetRule::plain}; }
    learners::BudgetRuleOptions operator()(const DecisionTreeOptions&) const { return {BudgetRule::plain}; }
    /// Boosters of other families have no rule; a budgeted one that is not listed above does not compile.
    template <class Options>
    requires(Options::kFamily != BoosterFamily::budgeted) learners::BudgetRuleOptions operator()(
        const Options&) const {
        return {BudgetRule::plain};
    }
};

/// An account and the prices that it refers to.
struct PlannedAccount {
    explicit PlannedAccount(const BudgetPlan& p) : plan(p), account(plan.prices, plan.limit) {}
    BudgetPlan plan;
    learners::BudgetAccount account;
};

std::unique_ptr<learners::Learner> make_priced_learner(const learners::LearnerOptions& learner,
                                                       const PlannedAccount& planned,
                                                       const learners::ScanColumns& columns,
                                                       std::size_t classes, parallel::Team& team) {
    if (std::holds_alternative<learners::StumpOptions>(learner))
        return std::make_unique<learners::BudgetStumpLearner>(planned.plan.rule, columns, classes,
                                                              planned.account);
    return learners::make_learner(learner, columns, classes, team);
}

}  // namespace

learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster) {
    learners::BudgetRuleOptions rule = std::visit(RuleOf{}, booster);
    const auto* budgeted = base_of<BudgetedOptions>(booster);
    rule.only_affordable = budgeted != nullptr && budgeted->unaffordable == Unaffordable::pass_over;
    return rule;
}

std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe,
                                                 std::shared_ptr<const data::BinnedSplit> data,
                                                 const Resources& resources, const BudgetPlan& plan) {
    const BudgetedOptions& budgeted = *base_of<BudgetedOptions>(recipe.booster);
    const AdaBoostMhOptions options{budgeted.rounds, InitialWeights::uniform, 0, budgeted.max_alpha};
    const auto planned = std::make_shared<PlannedAccount>(plan);
    PricedTraining priced{plan.name, {planned, &planned->account}, {}};
    priced.make_learner = [planned, learner = recipe.learner](const learners::ScanColumns& columns,
                                                              std::size_t classes, parallel::Team& team) {
        return make_priced_learner(learner, *planned, columns, classes, team);
    };
    return std::make_unique<AdaBoostMh>(recipe, options, std::move(data), resources, std::move(priced));
}

}  // namespace reboost::boosting
