#pragma once
/// F, p and the derivatives of the loss on the training rows (abc2010 eq. 1, 3, 4, 10, 11).
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "learners/kernels/gradient_softmax.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// Class-major: a class's n values stand behind one another, padded to a multiple of 8.
class ClassMajor {
  public:
    ClassMajor(std::size_t rows, std::size_t classes)
        : rows_(rows), stride_((rows + 7) / 8 * 8), values_(stride_ * classes, 0.0) {}
    std::span<double> of_class(std::size_t k) { return {values_.data() + k * stride_, rows_}; }
    std::span<const double> of_class(std::size_t k) const { return {values_.data() + k * stride_, rows_}; }
    double* data() { return values_.data(); }
    const double* data() const { return values_.data(); }
    std::size_t rows() const { return rows_; }
    std::size_t classes() const { return stride_ > 0 ? values_.size() / stride_ : 0; }
    std::size_t stride() const { return stride_; }

  private:
    std::size_t rows_, stride_;
    AlignedVector<double> values_;
};

/// The true classes of a part, padded like its scores.
std::vector<std::int32_t> padded_classes(std::span<const std::int32_t> class_of_row);

/// F_base = −Σ_{k≠base} F_k (abc2010 Algorithm 2, line 10): the abc methods keep every row's scores at sum 0
/// exactly so.
void close_sum_to_zero(ClassMajor& scores, std::size_t base);

/// Loss sums are taken over chunks of so many rows, then over the chunks in order: the same bits for any
/// thread count.
inline constexpr std::size_t kLossChunk = 4096;

/// F and what follows from it. `refresh` after each change of F.
class GradientScores {
  public:
    /// K ≥ 2 classes; class_of_row in [0, K).
    GradientScores(std::span<const std::int32_t> class_of_row, std::size_t classes);

    ClassMajor& scores() { return scores_; }
    const ClassMajor& scores() const { return scores_; }
    std::size_t rows() const { return scores_.rows(); }
    std::size_t classes() const { return scores_.classes(); }

    /// Recomputes p, the derivatives and the loss. Returns the CPU seconds of helper threads.
    double refresh(int threads);
    /// L of eq. 3: a sum over rows, not a mean.
    double loss() const { return loss_; }
    /// Its parts, by true class.
    std::span<const double> loss_by_class() const { return loss_by_class_; }

    /// r_k − p_k and p_k (1 − p_k) (eq. 4, the first with its sign turned).
    std::span<const double> residual(std::size_t k) const { return residual_.of_class(k); }
    std::span<const double> curvature(std::size_t k) const { return curvature_.of_class(k); }
    /// The derivatives by F_k under the sum-to-zero constraint with base b (eq. 10 with its sign turned, and
    /// 11): (r_k − p_k) − (r_b − p_b) and p_b (1 − p_b) + p_k (1 − p_k) + 2 p_b p_k. Swapping k and b turns
    /// the first's sign and leaves the second, to the last bit.
    void abc_derivatives(std::size_t k, std::size_t b, std::span<double> gradient,
                         std::span<double> hessian) const;

    /// The loss after a step that is not taken: learners::loss_after_factors where the steps have factors
    /// (then F must sum to 0), else loss_after_step.
    double loss_after(std::span<const learners::ClassStep> steps, std::size_t base) const;

  private:
    learners::ClassRows chunk(std::size_t index) const;
    std::size_t chunks() const { return (rows() + kLossChunk - 1) / kLossChunk; }

    std::vector<std::int32_t> true_class_;
    ClassMajor scores_, probability_, residual_, curvature_;
    double loss_ = 0;
    std::vector<double> loss_by_class_, chunk_losses_;
};

}  // namespace reboost::boosting
