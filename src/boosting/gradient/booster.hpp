#pragma once
/// mart, robust logitboost, abc-mart and abc-logitboost: one booster with two choices, the split criterion
/// (eq. 8 or 7) and the base class (none, or by a BaseClassRule).
#include "boosting/gradient/abc_step.hpp"
#include "boosting/gradient/forest.hpp"
#include "boosting/gradient/model.hpp"
#include "boosting/round_booster.hpp"
#include "boosting/rows/sampler.hpp"
#include "learners/feature_selector.hpp"
#include "selectors/base_class.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace reboost::boosting {

/// abc2010 Algorithms 1 and 2. Two classes (labels with K = 1) are trained as K = 2. Deviations: rows can be
/// sampled, once per round for all its trees; a leaf's Newton step is clamped (`leaf_clip`), as in the
/// author's program; the feature selector may narrow each node's search, and its edge of a round is the
/// square root of the mean share of the sum of squares that the round's trees explain.
class GradientBooster final : public RoundBooster {
  public:
    /// The recipe has one of the four methods and fits the data (compatibility.hpp).
    GradientBooster(const Recipe& recipe, SharedSplit data, const Resources& resources);

    std::size_t rounds_trained() const override { return model_.rounds(); }
    void state(StateIO& io) override;
    void save_model(Archive& archive) const override;
    void summarise(Archive& archive) const override;

    /// F, p and the loss on the training rows.
    const GradientScores& scores() const { return scores_; }
    const GradientModel& model() const { return model_; }

  private:
    std::optional<StopReason> train_round(RoundRecord& record) override;
    StopReason reason_to_stop() const override;
    void plain_step(RoundRecord& record);
    /// Returns false, and does nothing, if the round has no base class.
    bool abc_step(RoundRecord& record);
    /// Adds the job's tree, with its values times `sign`, to the model.
    void take(std::size_t k, const TreeJob& job, double sign, RoundRecord& record);
    void evaluate(RoundObserver& observer, bool flush) override;
    bool queried() const { return !selector_->exhaustive(); }

    std::string_view name_;
    GradientOptions options_;
    std::unique_ptr<learners::FeatureSelector> selector_;
    std::unique_ptr<selectors::BaseClassRule> base_rule_;  ///< nullptr in Algorithm 1
    GradientScores scores_;
    std::unique_ptr<RowSampler> sampler_;
    GradientForest forest_;
    GradientModel model_;
    AbcStep abc_;
    std::vector<TreeJob> jobs_;
    Step step_;         ///< the step of this round
    RowSample sample_;  ///< the rows of this round
    std::vector<GradientPart> parts_;
    std::size_t trees_split_ = 0;  ///< trees of this round with at least one split
    double explained_ = 0;         ///< sum of `TreeJob::explained` in this round
    std::size_t train_reported_ = 0;
};

}  // namespace reboost::boosting
