#include "boosting/gradient/model.hpp"

#include "boosting/model_header.hpp"
#include "metrics/classification.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace reboost::boosting {

void GradientModel::begin_round(std::int32_t base_class) {
    first_tree_.push_back(trees_.size());
    base_classes_.push_back(base_class);
}

void GradientModel::add(std::size_t k, learners::RegressionTree tree) {
    class_of_tree_.push_back(static_cast<std::uint32_t>(k));
    trees_.push_back(std::move(tree));
}

void GradientModel::add_scores(const data::BinnedMatrix& rows, std::size_t begin, std::size_t end,
                               learners::RowRouter& router, ClassMajor& scores) const {
    for (std::size_t round = begin; round < end; ++round) {
        const bool based = base_classes_[round] >= 0;
        if (based && round > 0 && base_classes_[round - 1] < 0) subtract_means(scores);
        for (std::size_t t = first_tree_[round]; t < trees_of(round + 1); ++t)
            router.add_values(trees_[t], rows, scores.of_class(class_of_tree_[t]));
        if (based)
            close_sum_to_zero(scores, static_cast<std::size_t>(base_classes_[round]), 0, scores.rows());
    }
}

void GradientModel::state(StateIO& io) {
    io("classes", classes_);
    io.any_size("class_of_tree", class_of_tree_, "the class whose score a tree adds to");
    io.any_size("first_tree", first_tree_, "the first tree of each round");
    io.any_size("base_class", base_classes_, "the base class of each round; -1: none");
    io.in("trees", [&](StateIO& below) { learners::state_of_trees(below, trees_); });
    if (!io.loading()) return;
    constexpr std::size_t kMostClasses = std::size_t{1} << 24;
    if (classes_ < 2 || classes_ > kMostClasses) throw DataError("model: no such number of classes");
    const auto& first = first_tree_;
    const auto classes = static_cast<std::int64_t>(classes_);
    if (class_of_tree_.size() != trees_.size() || first.size() != base_classes_.size() ||
        !std::is_sorted(first.begin(), first.end()) || (!first.empty() && first.back() > trees_.size()))
        throw DataError("model: rounds, trees and classes do not agree");
    for (const std::uint32_t k : class_of_tree_)
        if (k >= classes)
            throw DataError("model: a tree of class " + std::to_string(k) + ", which does not exist");
    for (const std::int32_t base : base_classes_)
        if (base < -1 || base >= classes)
            throw DataError("model: base class " + std::to_string(base) + " does not exist");
}

void GradientModel::check_columns(std::size_t columns) const {
    for (const learners::RegressionTree& tree : trees_)
        for (const learners::RegressionNode& node : tree.nodes)
            if (!node.is_leaf() && static_cast<std::size_t>(node.feature) >= columns)
                throw DataError("model: split on column " + std::to_string(node.feature) +
                                ", but the data has " + std::to_string(columns));
}

Matrix<double> predict_gradient_scores(const Archive& archive, const data::BinnedMatrix& rows) {
    const auto model = loaded<GradientModel>(archive, "ensemble");
    model.check_columns(rows.features());
    const std::size_t rounds = rounds_used(archive, model.rounds());
    ClassMajor scores(rows.rows, model.classes());
    learners::RowRouter router;
    model.add_scores(rows, 0, rounds, router, scores);
    const bool binary = model.classes() == 2;
    Matrix<double> result(rows.rows, binary ? 1 : model.classes());
    for (std::size_t i = 0; i < rows.rows; ++i) {
        if (binary) {
            result(i, 0) = scores.of_class(1)[i] - scores.of_class(0)[i];
            continue;
        }
        for (std::size_t k = 0; k < model.classes(); ++k)
            result(i, k) = scores.of_class(k)[i];
    }
    return result;
}

namespace {

/// Returns the number of rows whose true class does not have the largest score.
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
    const std::vector<ClassStep> steps(scores.classes());
    for (std::size_t begin = 0; begin < scores.rows(); begin += kLossChunk) {
        const ClassRows rows{scores.classes(), scores.stride(), begin,
                             std::min(begin + kLossChunk, scores.rows()), true_class.data()};
        sum += softmax_kernels().after_step(rows, scores.data(), steps.data(), kNoBaseClass, buffer.data());
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
    record.balanced_accuracy = metrics::balanced_accuracy(margins, true_class.first(n), ties);
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
    EvaluationRecord record{end, part_};
    measure_scores(scores_, true_class_, ties_, record);
    return record;
}

}  // namespace reboost::boosting
