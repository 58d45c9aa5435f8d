#pragma once
/// Losses of scores f (n×K, a row per example) against true labels; K = 1: by the sign. Measures of ranking.
#include "core/fields.hpp"
#include "core/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::metrics {

/// What a tie between the true class and another one counts as.
enum class TieRule {
    error,         ///< the true class must win alone (K = 1: f = 0 is an error for either sign)
    first_maximum  ///< the first class with the largest score is the answer (K = 1: f ≥ 0 answers positive)
};

/// Whether a row of these scores is misclassified. `true_class` in [0, classes), for one class in {0, 1}.
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

/// Mean recall over the classes with rows (binary: half of sensitivity plus specificity); NaN without any.
double balanced_accuracy(const Matrix<double>& scores, std::span<const std::int32_t> true_class,
                         TieRule ties);

// Binary ranking: how well a score separates positives from negatives.

/// Area under the ROC curve: the share of (positive, negative) pairs in the right order, a tie counting half
/// (Mann–Whitney, midranks). Exact: pairs are counted in integers (n up to 2^32). `positive` is 1 for
/// positives, anything else (0, −1) for negatives. NaN where a class is empty. O(n log n).
double auc(std::span<const double> scores, std::span<const std::int8_t> positive);

struct RocPoint {
    double false_positive_rate;
    double true_positive_rate;
    double threshold;  ///< rows with score ≥ threshold are called positive; +∞ at the first point
};

/// The curve from (0,0) to (1,1) by its corners: rows with equal scores move together, and points on a
/// horizontal or vertical stretch between two others are left out. Empty where a class is empty. The
/// trapezoids under it add up to `auc`. At most 2·(number of positives) + 2 points where no scores tie.
std::vector<RocPoint> roc_corners(std::span<const double> scores, std::span<const std::int8_t> positive);

}  // namespace reboost::metrics
