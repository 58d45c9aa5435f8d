#include "boosting/gradient/evaluation.hpp"

#include "metrics/classification.hpp"
#include "metrics/ranking.hpp"

#include <algorithm>

namespace reboost::boosting {

namespace {

/// Rows whose true class does not win.
std::size_t count_errors(const ClassMajor& scores, std::span<const std::int32_t> true_class, TieRule ties) {
    std::size_t errors = 0;
    const std::size_t stride = scores.stride();
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const double* f = scores.data() + i;
        errors += metrics::misclassified(
            scores.classes(), [&](std::size_t k) { return f[k * stride]; }, true_class[i], ties);
    }
    return errors;
}

double loss_sum(const ClassMajor& scores, std::span<const std::int32_t> true_class) {
    double sum = 0;
    AlignedVector<double> buffer(8 * scores.classes());
    const std::vector<learners::ClassStep> steps(scores.classes());
    for (std::size_t begin = 0; begin < scores.rows(); begin += kLossChunk) {
        const learners::ClassRows rows{scores.classes(), scores.stride(), begin,
                                       std::min(begin + kLossChunk, scores.rows()), true_class.data()};
        sum += learners::loss_after_step(rows, scores.data(), steps, learners::kNoBaseClass, buffer);
    }
    return sum;
}

void measure_binary(const ClassMajor& scores, std::span<const std::int32_t> true_class, TieRule ties,
                    EvaluationRecord& record) {
    const std::size_t n = scores.rows();
    Matrix<double> margins(n, 1);
    std::vector<std::int8_t> positive(n);
    for (std::size_t i = 0; i < n; ++i) {
        margins(i, 0) = scores.of_class(1)[i] - scores.of_class(0)[i];
        positive[i] = true_class[i] == 1 ? 1 : 0;
    }
    record.auc = metrics::auc({margins.data(), n}, positive);
    record.balanced_accuracy =
        metrics::balanced_accuracy(std::as_const(margins).view(), true_class.first(n), ties);
}

}  // namespace

void measure_scores(const ClassMajor& scores, std::span<const std::int32_t> true_class, TieRule ties,
                    EvaluationRecord& record) {
    const auto n = static_cast<double>(scores.rows());
    record.one_error = static_cast<double>(count_errors(scores, true_class, ties)) / n;
    record.log_loss = loss_sum(scores, true_class) / n;
    if (scores.classes() == 2) measure_binary(scores, true_class, ties, record);
}

GradientPart::GradientPart(Part part, const data::BinnedMatrix& rows, const data::Labels& labels,
                           std::size_t classes, TieRule ties)
    : part_(part),
      ties_(ties),
      rows_(rows),
      true_class_(padded_classes(labels.class_of_row)),
      scores_(rows.rows, classes) {}

EvaluationRecord GradientPart::advance(const GradientModel& model, std::size_t end) {
    model.add_scores(rows_, rounds_, end, router_, scores_);
    rounds_ = end;
    EvaluationRecord record;
    record.round = end;
    record.part = part_;
    measure_scores(scores_, true_class_, ties_, record);
    return record;
}

void GradientPart::state(StateIO& io) {
    io("rounds", rounds_);
    io("scores", std::span(scores_.data(), scores_.stride() * scores_.classes()));
}

}  // namespace reboost::boosting
