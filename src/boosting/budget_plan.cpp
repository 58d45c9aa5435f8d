#include "boosting/budget_plan.hpp"

#include "core/error.hpp"

#include <type_traits>

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
    learners::BudgetRuleOptions operator()(const auto&) const { return {BudgetRule::plain}; }
};

}  // namespace

const BudgetedOptions* budgeted_options(const BoosterOptions& booster) {
    return std::visit(
        [](const auto& o) -> const BudgetedOptions* {
            if constexpr (std::is_base_of_v<BudgetedOptions, std::decay_t<decltype(o)>>)
                return &o;
            else
                return nullptr;
        },
        booster);
}

const TrialOptions* trial_options(const BoosterOptions& booster) {
    return std::visit(
        [](const auto& o) -> const TrialOptions* {
            if constexpr (requires { o.trials; })
                return &o.trials;
            else
                return nullptr;
        },
        booster);
}

learners::BudgetRuleOptions budget_rule(const BoosterOptions& booster) {
    learners::BudgetRuleOptions rule = std::visit(RuleOf{}, booster);
    const BudgetedOptions* budgeted = budgeted_options(booster);
    rule.only_affordable = budgeted != nullptr && budgeted->unaffordable == Unaffordable::pass_over;
    return rule;
}

AdaBoostMhOptions adaboost_options(const BoosterOptions& booster) {
    if (const auto* options = std::get_if<AdaBoostMhOptions>(&booster)) return *options;
    const BudgetedOptions* budgeted = budgeted_options(booster);
    if (budgeted == nullptr)
        throw UsageError("booster '" +
                         std::string(std::visit([](const auto& o) { return o.kName; }, booster)) +
                         "' is not a form of AdaBoost");
    return {budgeted->rounds, InitialWeights::uniform, 0, budgeted->max_alpha};
}

}  // namespace reboost::boosting
