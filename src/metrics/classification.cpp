#include "metrics/classification.hpp"

#include <algorithm>
#include <limits>
#include <vector>

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

}  // namespace reboost::metrics
