#pragma once
/// Binary ranking: how well a score separates positives from negatives.
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::metrics {

/// Area under the ROC curve: the share of (positive, negative) pairs in the right order, a tie counting half
/// (Mann–Whitney, midranks). Exact: pairs are counted in integers (n up to 2^32). `positive` is 1 for
/// positives, anything else (0, −1) for negatives. NaN where a class is empty. O(n log n).
double auc(std::span<const double> scores, std::span<const std::int8_t> positive);

struct RocPoint {
    double false_positive_rate;
    double true_positive_rate;
    double threshold;  ///< rows with score ≥ threshold are called positive; +∞ at the first point
};

/// One point a distinct score, from (0,0) to (1,1); rows with equal scores move together. Empty where a class
/// is empty. The trapezoids under it add up to `auc`.
std::vector<RocPoint> roc_points(std::span<const double> scores, std::span<const std::int8_t> positive);

/// The same curve by its corners: points on a horizontal or vertical stretch between two others are left out.
/// At most 2·(number of positives) + 2 points where no scores tie.
std::vector<RocPoint> roc_corners(std::span<const double> scores, std::span<const std::int8_t> positive);

}  // namespace reboost::metrics
