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
    /// Of all classes, padding included.
    std::span<double> values() { return values_; }
    std::size_t rows() const { return rows_; }
    std::size_t classes() const { return stride_ > 0 ? values_.size() / stride_ : 0; }
    std::size_t stride() const { return stride_; }

  private:
    std::size_t rows_, stride_;
    AlignedVector<double> values_;
};

/// The true classes of a part, padded like its scores.
std::vector<std::int32_t> padded_classes(std::span<const std::int32_t> class_of_row);

/// F_base = −Σ_{k≠base} F_k for rows begin … end: a row's scores sum to 0 (abc2010 Algorithm 2, line 10).
void close_sum_to_zero(ClassMajor& scores, std::size_t base, std::size_t begin, std::size_t end);

/// Subtracts the mean of a row's scores, so that they sum to 0 up to rounding; probabilities stay.
void subtract_means(ClassMajor& scores);

/// Losses are summed over chunks of this many rows, then over chunks: the threads change no bit.
inline constexpr std::size_t kLossChunk = 4096;

/// The step of a round: what is added to F, with base class `base` (kNoBaseClass: none).
struct Step {
    std::size_t base = 0;
    std::vector<ClassStep> of_class;  ///< K
};

/// F, and the probabilities and loss computed from it. Call `refresh` after F was changed from outside.
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
    /// Takes a step, chunk by chunk, then does as `refresh`; a class without a tree stays as it is.
    void take(const Step& step, parallel::Team& team);
    /// L of eq. 3: a sum over rows, not a mean.
    double loss() const { return loss_; }
    /// Its parts, by true class.
    std::span<const double> loss_by_class() const { return loss_by_class_; }

    /// What a row sampler looks at.
    RowProbabilities probabilities() const {
        return {rows(),       classes(),         stride(),          probability_.data(),
                rest_.data(), likeliest_.data(), true_class_.data()};
    }
    /// The values from which derivatives are computed.
    KnownProbabilities known() const { return {probability_.data(), rest_.data(), likeliest_.data()}; }
    /// Rows begin … end, for the kernels.
    ClassRows range(std::size_t begin, std::size_t end) const {
        return {classes(), scores_.stride(), begin, end, true_class_.data()};
    }

    /// losses[i] = the loss after steps[i], none of which is taken: `after_factors` where a step
    /// has factors (then F must sum to 0), else `after_step`.
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

/// Derivatives times the row's multiplier; with `weigh_ones` that alone is the second one (as 1 in eq. 8).
struct RowScale {
    std::span<const double> multipliers;  ///< by row number; empty: 1
    bool weigh_ones = false;
};

/// The targets of a pass's trees: eq. 4 without a base class, eq. 10 and 11 with one (SoftmaxKernels).
class ClassTargets final : public learners::TreeTargets {
  public:
    /// The scores and the multipliers outlive the targets.
    ClassTargets(const GradientScores& scores, std::span<const ClassPair> pairs, const RowScale& scale = {});

    std::size_t trees() const override { return trees_.size(); }
    void open(std::size_t begin, std::size_t count, learners::TargetTile& tile) const override;
    Values of_tree(std::size_t tree, learners::TargetTile& tile) const override;

  private:
    /// The index of a class's derivatives in the tile; trees share them.
    std::size_t place_of(std::size_t k);
    ClassTile class_at(std::size_t place, const learners::TargetTile& tile) const;

    const GradientScores& scores_;
    RowScale scale_;
    struct Tree {
        std::size_t of_class = 0, of_base = 0;  ///< places
        bool paired = false;
    };
    std::vector<Tree> trees_;
    std::vector<std::size_t> classes_;  ///< the class at each index
};

}  // namespace reboost::boosting
