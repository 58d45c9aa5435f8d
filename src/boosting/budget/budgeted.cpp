#include "boosting/budget/budgeted.hpp"

#include "boosting/budget/prices.hpp"
#include "boosting/budget/sampling.hpp"
#include "boosting/budget/trials.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/choices.hpp"

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

namespace {

/// AdaBoost itself is trained without a limit: the budget is for the draws.
BudgetPlan without_limit(BudgetPlan plan) {
    plan.limit = std::numeric_limits<double>::infinity();
    return plan;
}

}  // namespace

AdaBoostRs::AdaBoostRs(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                       const Resources& resources, BudgetPlan plan)
    : recipe_(recipe),
      data_(std::move(data)),
      budget_(plan.limit),
      inner_(make_priced_adaboost(recipe_, data_, resources, without_limit(std::move(plan)))) {}

void AdaBoostRs::save_model(Archive& archive) const {
    inner_->save_model(archive);
    const SampledModel sampled{&inner_->ensemble(), &inner_->account()->prices(),
                               std::get<AdaBoostRsOptions>(recipe_.booster).weights};
    learners::Ensemble drawn = sampled_ensemble(sampled, budget_, Rng(recipe_.seed, "draws"));
    if (drawn.size() == 0) drawn = constant_model(majority_class(data_->train_labels));
    archive.put_saved("ensemble", drawn);
    archive.put_scalar("best_round", drawn.size());
}

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
