#pragma once
/// F, p and the loss on the training rows (abc2010 eq. 1 and 3).
#include "boosting/gradient/kernels/softmax.hpp"
#include "boosting/rows/sampler.hpp"
#include "core/matrix.hpp"
#include "learners/regression/kernels/quantiser.hpp"
#include "parallel/team.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// Class-major: the n values of a class are contiguous, padded to a multiple of 8.
class ClassMajor {
  public:
    ClassMajor(std::size_t rows, std::size_t classes)
        : rows_(rows), stride_((rows + 7) / 8 * 8), values_(stride_ * classes, 0.0) {}
    std::span<double> of_class(std::size_t k) { return {values_.data() + k * stride_, rows_}; }
    std::span<const double> of_class(std::size_t k) const { return {values_.data() + k * stride_, rows_}; }
    double* data() { return values_.data(); }
    const double* data() const { return values_.data(); }
    /// The values of all classes, padding included.
    AlignedVector<double>& elements() { return values_; }
    std::size_t rows() const { return rows_; }
    std::size_t classes() const { return stride_ > 0 ? values_.size() / stride_ : 0; }
    std::size_t stride() const { return stride_; }

  private:
    std::size_t rows_, stride_;
    AlignedVector<double> values_;
};

/// Returns the true classes of a part, padded like its scores.
std::vector<std::int32_t> padded_classes(std::span<const std::int32_t> class_of_row);

/// Sets F_base = −Σ_{k≠base} F_k in rows [begin, end): scores sum to 0 (abc2010 Algorithm 2, line 10).
void close_sum_to_zero(ClassMajor& scores, std::size_t base, std::size_t begin, std::size_t end);

/// Subtracts the mean of each row's scores: they then sum to 0 up to rounding; probabilities do not change.
void subtract_means(ClassMajor& scores);

/// Losses are summed per chunk of this many rows, then over chunks: threads do not change the sum.
inline constexpr std::size_t kLossChunk = 4096;

/// The step of a round: the increments of F, with base class `base` (kNoBaseClass: none).
struct Step {
    std::size_t base = 0;
    std::vector<ClassStep> of_class;  ///< K elements
};

/// F, and the probabilities and loss computed from it. Call `refresh` after `scores()` was changed.
class GradientScores {
  public:
    /// K ≥ 2 classes; class_of_row in [0, K).
    GradientScores(std::span<const std::int32_t> class_of_row, std::size_t classes);

    ClassMajor& scores() { return scores_; }
    const ClassMajor& scores() const { return scores_; }
    std::size_t rows() const { return scores_.rows(); }
    std::size_t classes() const { return scores_.classes(); }
    std::size_t stride() const { return scores_.stride(); }

    /// Recomputes p and the loss.
    void refresh(parallel::Team& team);
    /// Frees the probabilities: only F can be used afterwards.
    void free_probabilities() { probability_ = ClassMajor(0, 0); }
    /// Adds a step to F, chunk by chunk, then updates as `refresh`; F of a class without a tree stays.
    void take(const Step& step, parallel::Team& team);
    /// Returns L of eq. 3: a sum over rows, not a mean.
    double loss() const { return loss_; }
    /// Returns the loss summed over the rows of each true class.
    std::span<const double> loss_by_class() const { return loss_by_class_; }

    /// Returns the probabilities for a row sampler.
    RowProbabilities probabilities() const {
        return {rows(),       classes(),         stride(),          probability_.data(),
                rest_.data(), likeliest_.data(), true_class_.data()};
    }
    /// Returns the values from which derivatives are computed.
    KnownProbabilities known() const { return {probability_.data(), rest_.data(), likeliest_.data()}; }
    /// Returns rows [begin, end) for the kernels.
    ClassRows range(std::size_t begin, std::size_t end) const {
        return {classes(), scores_.stride(), begin, end, true_class_.data()};
    }

    /// Sets losses[i] to the loss after steps[i], without taking the step: by `after_factors` if a step has
    /// factors (then F must sum to 0), else by `after_step`.
    void losses_after(std::span<const Step> steps, parallel::Team& team, std::span<double> losses) const;

  private:
    ClassRows chunk(std::size_t index) const {
        return range(index * kLossChunk, std::min((index + 1) * kLossChunk, rows()));
    }
    double chunk_loss_after(std::size_t index, const Step& step) const;
    std::size_t chunks() const { return (rows() + kLossChunk - 1) / kLossChunk; }

    std::vector<std::int32_t> true_class_;
    ClassMajor scores_, probability_;
    AlignedVector<double> rest_;
    std::vector<std::int32_t> likeliest_;
    double loss_ = 0;
    std::vector<double> loss_by_class_, chunk_losses_;
};

/// The class of a tree, and the base class (−1: none).
struct ClassPair {
    std::size_t k = 0;
    std::int64_t base = -1;
};

/// Scales derivatives by the row's multiplier; with `weigh_ones` the second is the multiplier (1 in eq. 8).
struct RowScale {
    std::span<const double> multipliers;  ///< per training row; empty: 1 each
    bool weigh_ones = false;
};

/// Derivatives for the trees of a pass: eq. 4 without a base class, eq. 10 and 11 with one (SoftmaxKernels).
class ClassTargets final : public learners::TreeTargets {
  public:
    /// The scores and the multipliers must outlive the targets.
    ClassTargets(const GradientScores& scores, std::span<const ClassPair> pairs, const RowScale& scale = {});

    std::size_t trees() const override { return trees_.size(); }
    void open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const override;
    Values of_tree(std::size_t tree, learners::TargetTile& tile) const override;

  private:
    /// Returns the index of a class's derivatives in the tile; trees of one class share them.
    std::size_t place_of(std::size_t k);
    ClassTile class_at(std::size_t place, const learners::TargetTile& tile) const;

    const GradientScores& scores_;
    RowScale scale_;
    struct Tree {
        std::size_t of_class = 0, of_base = 0;  ///< indices of the classes' derivatives in the tile
        bool paired = false;
    };
    std::vector<Tree> trees_;
    std::vector<std::size_t> classes_;  ///< class of each index in the tile
};

}  // namespace reboost::boosting
