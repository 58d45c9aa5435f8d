#pragma once
#include "boosting/mh/evaluator.hpp"
#include "boosting/regret.hpp"
#include "boosting/round_booster.hpp"
#include "learners/mh/learner.hpp"
#include "learners/priced/account.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace reboost::boosting {

/// Returns the class (±1) of most rows of a binary problem, +1 in a tie: the prediction before any payment.
int majority_class(const data::Labels& labels);

/// Additions of a budgeted training (ijcai2015 Algorithm 1): an account, and a learner that sees prices.
struct PricedTraining {
    std::string_view booster;  ///< booster name for the saved model
    std::shared_ptr<learners::BudgetAccount> account;
    /// Makes the learner for a training's columns.
    std::function<std::unique_ptr<learners::Learner>(const learners::LearnerSite& site)> make_learner;
    /// Returns what is saved in place of the trained ensemble (AdaBoostRS). Empty: the ensemble itself.
    std::function<learners::Ensemble(const learners::Ensemble& trained)> draw;
};

/// Discrete AdaBoost.MH (kdd2009 Figure 1; zhao2019 Figure 1).
///
/// Deviations: R_e is the product of the measured Z_t, equal to √(1−γ²) only without α smoothing; a round
/// without a cut adds α = 0 and training goes on, unless every column was searched.
///
/// With a PricedTraining this is AdaBoostBT or a variant: it stops at an unaffordable hypothesis.
class AdaBoostMh final : public RoundBooster {
  public:
    AdaBoostMh(const Recipe& recipe, const AdaBoostMhOptions& options, SharedSplit data,
               const Resources& resources, std::optional<PricedTraining> priced = std::nullopt);

    StopReason train(RoundObserver& observer) override;
    std::size_t rounds_trained() const override { return ensemble_.size(); }
    void state(StateIO& io) override;
    void save_model(Archive& archive) const override;
    void summarise(Archive& archive) const override { selector_->summarise(archive); }
    /// Saves an oracle's evaluations, and for binary sets the final ROC curves of test and validation part.
    void save_curves(Archive& archive) const override;

    const learners::Ensemble& ensemble() const { return ensemble_; }
    /// Returns the account of all payments; nullptr if nothing has a price.
    const learners::BudgetAccount* account() const { return priced_ ? priced_->account.get() : nullptr; }

  private:
    bool draws() const { return priced_ && priced_->draw; }
    struct PartEvaluation {
        Part part;
        const data::Labels& labels;
        Evaluator evaluator;
    };
    std::optional<StopReason> train_round(RoundRecord& record) override;
    /// Pays for the fitted classifier and adds it to the ensemble, or returns why not.
    std::optional<StopReason> conclude_round(RoundRecord& record);
    void evaluate(RoundObserver& observer, bool flush) override;
    void evaluate_part(PartEvaluation& evaluation, std::size_t end, bool each, bool ranking,
                       RoundObserver& observer);

    AdaBoostMhOptions options_;
    std::optional<PricedTraining> priced_;
    learners::ScanColumns columns_;
    learners::SignedWeights weights_;
    std::unique_ptr<learners::FeatureSelector> selector_;
    std::unique_ptr<learners::Learner> learner_;
    std::unique_ptr<RegretOracle> oracle_;  ///< nullptr if no oracle is requested
    learners::Ensemble ensemble_;
    learners::Fitted fitted_;
    std::vector<PartEvaluation> parts_;
    std::vector<Losses> losses_;
    double log_loss_ = 0;
};

}  // namespace reboost::boosting
