#include "boosting/gradient_scores.hpp"

#include "learners/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::boosting {

std::vector<std::int32_t> padded_classes(std::span<const std::int32_t> class_of_row) {
    std::vector<std::int32_t> padded((class_of_row.size() + 7) / 8 * 8, 0);
    std::ranges::copy(class_of_row, padded.begin());
    return padded;
}

void close_sum_to_zero(ClassMajor& scores, std::size_t base) {
    const std::span<double> own = scores.of_class(base);
    std::ranges::fill(own, 0.0);
    for (std::size_t k = 0; k < scores.classes(); ++k) {
        if (k == base) continue;
        const std::span<const double> other = scores.of_class(k);
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] += other[i];
    }
    for (double& value : own)
        value = -value;
}

GradientScores::GradientScores(std::span<const std::int32_t> class_of_row, std::size_t classes)
    : true_class_(padded_classes(class_of_row)),
      scores_(class_of_row.size(), classes),
      probability_(class_of_row.size(), classes),
      residual_(class_of_row.size(), classes),
      curvature_(class_of_row.size(), classes),
      loss_by_class_(classes, 0.0),
      chunk_losses_(chunks() * classes, 0.0) {}

learners::ClassRows GradientScores::chunk(std::size_t index) const {
    return {classes(), scores_.stride(), index * kLossChunk, std::min((index + 1) * kLossChunk, rows()),
            true_class_.data()};
}

double GradientScores::refresh(int threads) {
    std::ranges::fill(chunk_losses_, 0.0);
    const learners::ClassDerivatives out{probability_.data(), residual_.data(), curvature_.data()};
    const double helpers = learners::parallel_chunks(threads, chunks(), [&](std::size_t c) {
        const std::span<double> losses(chunk_losses_.data() + c * classes(), classes());
        learners::class_derivatives(chunk(c), scores_.data(), out, losses);
    });
    std::ranges::fill(loss_by_class_, 0.0);
    for (std::size_t c = 0; c < chunks(); ++c)
        for (std::size_t k = 0; k < classes(); ++k)
            loss_by_class_[k] += chunk_losses_[c * classes() + k];
    loss_ = 0;
    for (const double part : loss_by_class_)
        loss_ += part;
    return helpers;
}

void GradientScores::abc_derivatives(std::size_t k, std::size_t b, std::span<double> gradient,
                                     std::span<double> hessian) const {
    const double* pk = probability_.of_class(k).data();
    const double* pb = probability_.of_class(b).data();
    const double* rk = residual_.of_class(k).data();
    const double* rb = residual_.of_class(b).data();
    const double* hk = curvature_.of_class(k).data();
    const double* hb = curvature_.of_class(b).data();
    for (std::size_t i = 0; i < rows(); ++i) {
        gradient[i] = rk[i] - rb[i];
        hessian[i] = (hb[i] + hk[i]) + 2 * (pb[i] * pk[i]);
    }
}

double GradientScores::loss_after(std::span<const learners::ClassStep> steps, std::size_t base) const {
    const bool by_factors = std::ranges::all_of(
        steps, [](const learners::ClassStep& step) { return !step.node_of_row || step.factor_of_node; });
    AlignedVector<double> buffer(8 * classes());
    double loss = 0;
    for (std::size_t c = 0; c < chunks(); ++c) {
        double part = std::numeric_limits<double>::quiet_NaN();
        if (by_factors) part = learners::loss_after_factors(chunk(c), probability_.data(), steps, base);
        if (std::isnan(part)) part = learners::loss_after_step(chunk(c), scores_.data(), steps, base, buffer);
        loss += part;
    }
    return loss;
}

}  // namespace reboost::boosting
