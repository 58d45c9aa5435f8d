#pragma once
/// Losses of scores f (n×K, one row per example) against true labels, and measures of ranking. If K = 1, the
/// sign of f is the predicted class.
#include "core/fields.hpp"
#include "core/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::metrics {

/// How a tie between the true class and another class counts.
enum class TieRule {
    error,         ///< the true class must have the largest score alone (K = 1: f = 0 is an error)
    first_maximum  ///< the first class with the largest score is predicted (K = 1: f ≥ 0 is positive)
};

/// Whether a row with these scores is misclassified. `true_class` in [0, classes); in {0, 1} if classes = 1.
template <class ScoreOf>
bool misclassified(std::size_t classes, const ScoreOf& score, std::int32_t true_class, TieRule ties) {
    if (classes == 1) {
        const auto own = true_class == 1 ? score(0) : -score(0);
        if (score(0) != 0 || ties == TieRule::error) return !(own > 0);
        return true_class != 1;
    }
    const auto truth = static_cast<std::size_t>(true_class);
    const auto own = score(truth);
    for (std::size_t l = 0; l < classes; ++l) {
        if (l == truth || own > score(l)) continue;
        if (ties == TieRule::error || l < truth || !(own == score(l))) return true;
    }
    return false;
}

/// Mean recall over the classes that have rows (binary: (sensitivity + specificity)/2); NaN without rows.
double balanced_accuracy(const Matrix<double>& scores, std::span<const std::int32_t> true_class,
                         TieRule ties);

// Binary ranking: how well a score separates positives from negatives.

/// Area under the ROC curve: the share of (positive, negative) pairs in the right order; a tie counts half
/// (Mann–Whitney, midranks). Exact: pairs are counted as integers (n ≤ 2^32). `positive`: 1 for positives,
/// other values (0, −1) for negatives. NaN if there are no positives or no negatives. O(n log n).
double auc(std::span<const double> scores, std::span<const std::int8_t> positive);

struct RocPoint {
    double false_positive_rate;
    double true_positive_rate;
    double threshold;  ///< rows with score ≥ threshold are predicted positive; +∞ at the first point
};

/// The corners of the ROC curve from (0,0) to (1,1). Rows with equal scores are one step; inner points of
/// horizontal and vertical lines are left out. Empty if there are no positives or no negatives. The area
/// under the corners' polygon equals `auc`. Without ties at most 2·(number of positives) + 2 points.
std::vector<RocPoint> roc_corners(std::span<const double> scores, std::span<const std::int8_t> positive);

}  // namespace reboost::metrics
