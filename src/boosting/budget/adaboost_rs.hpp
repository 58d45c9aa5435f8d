#pragma once
/// AdaBoostRS as one booster: AdaBoost is trained, then its model is replaced by a draw from it.
#include "boosting/budget/plan.hpp"

#include <memory>

namespace reboost::boosting {

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

}  // namespace reboost::boosting
