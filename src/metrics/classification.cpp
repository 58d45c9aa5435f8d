#include "metrics/classification.hpp"

#include "core/order.hpp"

#include <algorithm>
#include <limits>

namespace reboost::metrics {

double balanced_accuracy(const Matrix<double>& scores, std::span<const std::int32_t> true_class,
                         TieRule ties) {
    const std::size_t classes = std::max<std::size_t>(scores.columns(), 2);
    std::vector<std::size_t> rows(classes, 0), correct(classes, 0);
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const std::span<const double> row = scores.row(i);
        const auto truth = static_cast<std::size_t>(true_class[i]);
        ++rows[truth];
        correct[truth] += !misclassified(
            row.size(), [&](std::size_t l) { return row[l]; }, true_class[i], ties);
    }
    double sum = 0;
    std::size_t present = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        if (rows[c] == 0) continue;
        sum += static_cast<double>(correct[c]) / static_cast<double>(rows[c]);
        ++present;
    }
    return present == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(present);
}

namespace {

struct Step {
    double score;
    std::uint64_t positives;  ///< rows with exactly this score
    std::uint64_t negatives;
};

/// The numbers of positives and negatives at each distinct score, highest score first.
std::vector<Step> steps_down(std::span<const double> scores, std::span<const std::int8_t> positive) {
    std::vector<Step> steps;
    for (const std::size_t row : order_by(
             scores.size(), [scores](std::size_t i) { return scores[i]; }, std::greater{})) {
        if (steps.empty() || steps.back().score != scores[row]) steps.push_back({scores[row], 0, 0});
        ++(positive[row] == 1 ? steps.back().positives : steps.back().negatives);
    }
    return steps;
}

}  // namespace

double auc(std::span<const double> scores, std::span<const std::int8_t> positive) {
    std::uint64_t positives = 0, negatives = 0;
    std::uint64_t half_pairs = 0;  // 2 · (pairs in the right order) + tied pairs
    for (const Step& step : steps_down(scores, positive)) {
        half_pairs += step.negatives * (2 * positives + step.positives);
        positives += step.positives;
        negatives += step.negatives;
    }
    if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(half_pairs) /
           (2.0 * static_cast<double>(positives) * static_cast<double>(negatives));
}

std::vector<RocPoint> roc_corners(std::span<const double> scores, std::span<const std::int8_t> positive) {
    double positives = 0, negatives = 0;
    std::vector<RocPoint> corners{{0, 0, std::numeric_limits<double>::infinity()}};  // counts at first
    const auto straight = [&](const RocPoint& next) {
        if (corners.size() < 2) return false;
        const RocPoint &before = corners[corners.size() - 2], &middle = corners.back();
        const auto level = [&](double RocPoint::*rate) {
            return before.*rate == middle.*rate && middle.*rate == next.*rate;
        };
        return level(&RocPoint::true_positive_rate) || level(&RocPoint::false_positive_rate);
    };
    for (const Step& step : steps_down(scores, positive)) {
        positives += static_cast<double>(step.positives);
        negatives += static_cast<double>(step.negatives);
        const RocPoint point{negatives, positives, step.score};
        if (straight(point)) corners.pop_back();
        corners.push_back(point);
    }
    if (positives == 0 || negatives == 0) return {};
    for (RocPoint& corner : corners) {
        corner.false_positive_rate /= negatives;
        corner.true_positive_rate /= positives;
    }
    return corners;
}

}  // namespace reboost::metrics
