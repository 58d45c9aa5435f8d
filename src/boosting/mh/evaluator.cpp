#include "boosting/mh/evaluator.hpp"

#include "boosting/booster.hpp"
#include "learners/mh/kernels/evaluation.hpp"
#include "learners/mh/weights.hpp"
#include "metrics/classification.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::boosting {
namespace {

constexpr std::size_t kGroup = learners::kEvaluationGroup;
constexpr std::size_t kBlock = learners::kMaxEvaluationBlock;
/// After so many groups the lanes' float counts, exact integers or nearly so, are added to the double sums.
constexpr std::size_t kGroupsPerSum = 256;

void collect(AlignedVector<float>& lanes, std::vector<double>& sums) {
    for (std::size_t r = 0; r < sums.size(); ++r)
        for (std::size_t lane = 0; lane < kGroup; ++lane)
            sums[r] += static_cast<double>(lanes[r * kGroup + lane]);
    std::ranges::fill(lanes, 0.0F);
}

/// One label's scores, n × 1, and signs.
struct Label {
    Matrix<double> column;
    std::vector<std::int8_t> y;
    std::span<const double> scores() const { return {column.data(), y.size()}; }
};

Label label_of(const Matrix<double>& scores, const data::Labels& labels, std::size_t l) {
    Label label{Matrix<double>(labels.rows, 1), {}};
    for (std::size_t i = 0; i < labels.rows; ++i) {
        label.column(i, 0) = scores(i, l);
        label.y.push_back(labels.at(i, l));
    }
    return label;
}

/// Returns the balanced accuracy of the label alone, as a binary problem.
double binary_balanced_accuracy(const Label& label, TieRule ties) {
    std::vector<std::int32_t> truth;
    for (const std::int8_t y : label.y)
        truth.push_back(y > 0 ? 1 : 0);
    return metrics::balanced_accuracy(label.column, truth, ties);
}

/// Returns the mean of the values that are not NaN; NaN if there are none.
double mean_of(const std::vector<double>& values) {
    double sum = 0, count = 0;
    for (const double value : values)
        if (!std::isnan(value)) sum += value, ++count;
    return count == 0 ? kNotMeasured : sum / count;
}

}  // namespace

Evaluator::Evaluator(const data::BinnedMatrix& rows, const data::Labels& labels, bool balanced, TieRule ties)
    : rows_(rows),
      labels_(labels),
      ties_(ties),
      classes_(labels.classes),
      groups_((rows.rows + kGroup - 1) / kGroup),
      scores_(groups_ * classes_ * kGroup, 0.0),
      positive_(groups_ * kGroup * learners::vote_words(classes_), 0),
      positive_share_(groups_ * kGroup, 0.0F),
      negative_share_(groups_ * kGroup, 0.0F),
      valid_(groups_ * kGroup, 0.0F),
      wrong_(kBlock * kGroup),
      missed_(kBlock * kGroup),
      raised_(kBlock * kGroup) {
    const std::size_t words = learners::vote_words(classes_);
    const auto share = [&](double weight) {
        return static_cast<float>(weight * static_cast<double>(rows.rows));
    };
    for (std::size_t i = 0; i < rows.rows; ++i) {
        const auto [positive, negative] = learners::initial_weights(labels, balanced, i);
        positive_share_[i] = share(positive);
        negative_share_[i] = share(negative);
        valid_[i] = 1;
        for (std::size_t l = 0; l < classes_; ++l)
            if (labels.at(i, l) > 0) positive_[i * words + l / 64] |= std::uint64_t{1} << (l % 64);
    }
}

void Evaluator::advance(const learners::Ensemble& ensemble, std::size_t end, bool each,
                        std::vector<Losses>& losses) {
    losses.clear();
    while (rounds_ < end) {
        const std::size_t stop = std::min(end, rounds_ + kBlock);
        if (cells_.size() < stop - rounds_) cells_.resize(stop - rounds_);
        for (std::size_t r = rounds_; r < stop; ++r) {
            std::vector<std::uint16_t>& cells = cells_[r - rounds_];
            cells.resize(groups_ * kGroup, 0);
            learners::assign_cells(ensemble[r].splits, ensemble[r].children, rows_, cells);
        }
        wrong_sums_.assign(stop - rounds_, 0.0);
        hamming_sums_.assign(stop - rounds_, 0.0);
        if (classes_ <= 64)
            evaluate_narrow(ensemble, rounds_, stop, each);
        else
            evaluate_wide(ensemble, rounds_, stop);
        const double n = static_cast<double>(rows_.rows);
        for (std::size_t r = rounds_; r < stop; ++r)
            if (each || r + 1 == end)
                losses.push_back({wrong_sums_[r - rounds_] / n, hamming_sums_[r - rounds_] / n});
        rounds_ = stop;
    }
}

void Evaluator::evaluate_narrow(const learners::Ensemble& ensemble, std::size_t begin, std::size_t end,
                                bool each) {
    cell_pointers_.clear();
    vote_pointers_.clear();
    alphas_.clear();
    bool two_cells = true;
    for (std::size_t r = begin; r < end; ++r) {
        const auto view = ensemble[r];
        cell_pointers_.push_back(cells_[r - begin].data());
        vote_pointers_.push_back(view.votes.data());
        alphas_.push_back(static_cast<float>(view.alpha));
        two_cells = two_cells && view.children.empty();
    }
    const learners::EvaluationBlock block{
        end - begin, alphas_.data(), cell_pointers_.data(),          vote_pointers_.data(),
        two_cells,   each,           ties_ == TieRule::first_maximum};
    const learners::EvaluationCounts counts{wrong_.data(), missed_.data(), raised_.data()};
    const auto& kernels = simd::kernels<learners::EvaluationKernels>();
    const auto collect_all = [&] {
        collect(wrong_, wrong_sums_);
        collect(missed_, hamming_sums_);
        collect(raised_, hamming_sums_);
    };
    for (std::size_t group = 0; group < groups_; ++group) {
        const std::size_t row = group * kGroup;
        const learners::LabelGroup labels{&positive_[row], &positive_share_[row], &negative_share_[row],
                                          &valid_[row]};
        kernels.evaluate(block, counts, labels, group, classes_, scores_.data() + group * classes_ * kGroup);
        if ((group + 1) % kGroupsPerSum == 0) collect_all();
    }
    collect_all();
}

/// Evaluates ensembles of more than 64 classes, row by row.
void Evaluator::evaluate_wide(const learners::Ensemble& ensemble, std::size_t begin, std::size_t end) {
    const std::size_t words = learners::vote_words(classes_);
    for (std::size_t i = 0; i < rows_.rows; ++i) {
        double* scores = scores_.data() + (i / kGroup) * classes_ * kGroup + i % kGroup;
        for (std::size_t r = begin; r < end; ++r) {
            const auto view = ensemble[r];
            const std::uint64_t* votes = view.votes.data() + cells_[r - begin][i] * words;
            double best_positive = -std::numeric_limits<double>::infinity(), best_negative = best_positive,
                   loss = 0;
            bool positive_first = false;
            for (std::size_t l = 0; l < classes_; ++l) {
                double& score = scores[l * kGroup];
                score += (votes[l / 64] >> (l % 64) & 1U) != 0 ? view.alpha : -view.alpha;
                const bool positive = labels_.at(i, l) > 0;
                if (score > std::max(best_positive, best_negative)) positive_first = positive;
                double& best = positive ? best_positive : best_negative;
                best = std::max(best, score);
                if (positive ? score <= 0 : score >= 0)
                    loss += static_cast<double>(positive ? positive_share_[i] : negative_share_[i]);
            }
            const bool right =
                ties_ == TieRule::first_maximum ? positive_first : best_positive > best_negative;
            wrong_sums_[r - begin] += right ? 0.0 : 1.0;
            hamming_sums_[r - begin] += loss;
        }
    }
}

Matrix<double> Evaluator::scores() const {
    Matrix<double> result(rows_.rows, classes_);
    for (std::size_t i = 0; i < rows_.rows; ++i)
        for (std::size_t l = 0; l < classes_; ++l)
            result(i, l) = scores_[((i / kGroup) * classes_ + l) * kGroup + i % kGroup];
    return result;
}

RankingLosses ranking_losses(const Matrix<double>& scores, const data::Labels& labels, TieRule ties) {
    std::vector<double> auc, balanced;
    for (std::size_t l = 0; l < labels.classes; ++l) {
        const Label label = label_of(scores, labels, l);
        auc.push_back(metrics::auc(label.scores(), label.y));
        if (labels.multi_label()) balanced.push_back(binary_balanced_accuracy(label, ties));
    }
    if (!labels.multi_label())
        balanced.push_back(metrics::balanced_accuracy(scores, labels.class_of_row, ties));
    return {mean_of(auc), mean_of(balanced)};
}

void put_roc(const Matrix<double>& scores, const data::Labels& labels, const std::string& prefix,
             Archive& archive) {
    if (labels.classes != 1) return;
    const Label label = label_of(scores, labels, 0);
    std::vector<metrics::RocPoint> points = metrics::roc_corners(label.scores(), label.y);
    if (points.empty()) return;
    StateIO to = StateIO::saving_to(archive);
    to.column(prefix + "false_positive_rate", points, &metrics::RocPoint::false_positive_rate,
              "share of the negatives called positive");
    to.column(prefix + "true_positive_rate", points, &metrics::RocPoint::true_positive_rate,
              "share of the positives called positive");
    to.column(prefix + "threshold", points, &metrics::RocPoint::threshold,
              "score from which on a row is called positive");
}

}  // namespace reboost::boosting
