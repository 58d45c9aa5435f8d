#include "boosting/budget/adaboost_rs.hpp"

#include "boosting/budget/sampling.hpp"
#include "boosting/mh/constant_model.hpp"

namespace reboost::boosting {
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

}  // namespace reboost::boosting
