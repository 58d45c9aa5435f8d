#include "boosting/mh/ranking_losses.hpp"

#include "metrics/classification.hpp"
#include "metrics/ranking.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace reboost::boosting {
namespace {

/// One label's scores and signs.
struct Label {
    std::vector<double> scores;
    std::vector<std::int8_t> y;
};

Label label_of(const Matrix<double>& scores, const data::Labels& labels, std::size_t l) {
    Label label;
    for (std::size_t i = 0; i < labels.rows; ++i) {
        label.scores.push_back(scores(i, l));
        label.y.push_back(labels.at(i, l));
    }
    return label;
}

/// The label alone, as a binary problem.
double binary_balanced_accuracy(const Label& label, TieRule ties) {
    std::vector<std::int32_t> truth;
    for (const std::int8_t y : label.y)
        truth.push_back(y > 0 ? 1 : 0);
    const MatrixView<const double> column{label.scores.data(), label.scores.size(), 1, 1};
    return metrics::balanced_accuracy(column, truth, ties);
}

class Mean {
  public:
    void add(double value) {
        if (std::isnan(value)) return;
        sum_ += value;
        ++count_;
    }
    double value() const {
        return count_ == 0 ? std::numeric_limits<double>::quiet_NaN() : sum_ / static_cast<double>(count_);
    }

  private:
    double sum_ = 0;
    std::size_t count_ = 0;
};

}  // namespace

RankingLosses ranking_losses(const Matrix<double>& scores, const data::Labels& labels, TieRule ties) {
    Mean auc, balanced;
    for (std::size_t l = 0; l < labels.classes; ++l) {
        const Label label = label_of(scores, labels, l);
        auc.add(metrics::auc(label.scores, label.y));
        if (labels.multi_label()) balanced.add(binary_balanced_accuracy(label, ties));
    }
    if (!labels.multi_label())
        balanced.add(metrics::balanced_accuracy(scores.view(), labels.class_of_row, ties));
    return {auc.value(), balanced.value()};
}

void put_roc(const Matrix<double>& scores, const data::Labels& labels, const std::string& prefix,
             Archive& archive) {
    if (labels.classes != 1) return;
    const Label label = label_of(scores, labels, 0);
    const std::vector<metrics::RocPoint> points = metrics::roc_corners(label.scores, label.y);
    if (points.empty()) return;
    std::vector<double> false_positive, true_positive, threshold;
    for (const metrics::RocPoint& point : points) {
        false_positive.push_back(point.false_positive_rate);
        true_positive.push_back(point.true_positive_rate);
        threshold.push_back(point.threshold);
    }
    archive.put(prefix + "false_positive_rate", false_positive, "", "share of the negatives called positive");
    archive.put(prefix + "true_positive_rate", true_positive, "", "share of the positives called positive");
    archive.put(prefix + "threshold", threshold, "", "score from which on a row is called positive");
}

}  // namespace reboost::boosting
