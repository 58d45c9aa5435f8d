#pragma once
#include "core/state.hpp"
/// Losses of a growing gradient ensemble on a part of the data.
#include "boosting/gradient/model.hpp"
#include "boosting/options.hpp"
#include "boosting/round_observer.hpp"

namespace reboost::boosting {

/// one_error, log_loss (a mean), and for two classes auc and balanced_accuracy of these scores, into
/// `record`.
void measure_scores(const ClassMajor& scores, std::span<const std::int32_t> padded_true_class, TieRule ties,
                    EvaluationRecord& record);

/// A part of the data that is not trained on; its scores are updated on demand.
class GradientPart {
  public:
    /// Data must outlive the part.
    GradientPart(Part part, const data::BinnedMatrix& rows, const data::Labels& labels, std::size_t classes,
                 TieRule ties);

    Part part() const { return part_; }
    std::size_t rounds() const { return rounds_; }
    /// Adds the model's rounds up to `end` and measures.
    EvaluationRecord advance(const GradientModel& model, std::size_t end);

    void state(StateIO& io);

  private:
    Part part_;
    TieRule ties_;
    const data::BinnedMatrix& rows_;
    std::vector<std::int32_t> true_class_;
    ClassMajor scores_;
    learners::RowRouter router_;
    std::size_t rounds_ = 0;
};

}  // namespace reboost::boosting
