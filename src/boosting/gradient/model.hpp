#pragma once
/// The trained ensemble of mart, logitboost or their abc forms.
#include "boosting/booster.hpp"
#include "boosting/gradient/scores.hpp"
#include "boosting/options.hpp"
#include "core/state.hpp"
#include "data/binning.hpp"
#include "learners/regression/regression_tree.hpp"

#include <cstdint>
#include <vector>

namespace reboost::boosting {

/// F_k is the sum of class k's trees; an abc round then sets F of the base class to minus the sum of the
/// others. Before the first abc round after plain rounds row means are subtracted: scores sum to 0.
class GradientModel {
  public:
    explicit GradientModel(std::size_t classes = 2) : classes_(classes) {}

    /// Opens a round; `base_class` = −1: no base class.
    void begin_round(std::int32_t base_class);
    /// Adds a tree of class `k` to the open round.
    void add(std::size_t k, learners::RegressionTree tree);

    std::size_t rounds() const { return base_classes_.size(); }
    std::size_t classes() const { return classes_; }
    std::int32_t base_class(std::size_t round_index) const { return base_classes_[round_index]; }

    /// Adds rounds [begin, end) to the scores of binned rows. Costs one pass over a column per inner node.
    void add_scores(const data::BinnedMatrix& rows, std::size_t begin, std::size_t end,
                    learners::RowRouter& router, ClassMajor& scores) const;

    /// Returns the number of trees in the first `rounds` rounds; these trees come first.
    std::size_t trees_of(std::size_t rounds) const {
        return rounds < first_tree_.size() ? first_tree_[rounds] : trees_.size();
    }
    const std::vector<learners::RegressionTree>& trees() const { return trees_; }

    /// Throws DataError if the loaded arrays do not fit each other.
    void state(StateIO& io);
    /// Throws DataError if a split uses a column ≥ `columns`.
    void check_columns(std::size_t columns) const;

  private:
    std::size_t classes_;
    std::vector<learners::RegressionTree> trees_;
    std::vector<std::uint32_t> class_of_tree_;
    std::vector<std::uint64_t> first_tree_;  ///< index of each round's first tree
    std::vector<std::int32_t> base_classes_;
};

/// Returns a saved model's scores of rows binned with its cuts: n×K, or n×1 (F_1 − F_0) for two classes.
Matrix<double> predict_gradient_scores(const Archive& model, const data::BinnedMatrix& rows);

/// Sets one_error, the mean log_loss, and for two classes auc and balanced_accuracy, from these scores.
void measure_scores(const ClassMajor& scores, std::span<const std::int32_t> padded_true_class, TieRule ties,
                    EvaluationRecord& record);

/// A part of the data not used for training; its scores are updated on demand.
class GradientPart {
  public:
    /// Data must outlive the part.
    GradientPart(Part part, const data::BinnedMatrix& rows, const data::Labels& labels, std::size_t classes,
                 TieRule ties);

    Part part() const { return part_; }
    std::size_t rounds() const { return rounds_; }
    /// Adds the model's rounds up to `end` to the scores and returns the losses.
    EvaluationRecord advance(const GradientModel& model, std::size_t end);

    void state(StateIO& io) { io("rounds", rounds_)("scores", scores_.elements()); }

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
