#include "metrics/classification.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace reboost::metrics {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double fraction(std::size_t count, std::size_t of) {
    return of == 0 ? kNone : static_cast<double>(count) / static_cast<double>(of);
}

/// ln(1 + e^x) without overflow.
double softplus(double x) {
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

template <class Score>
double row_log_loss(std::span<const Score> scores, std::int32_t true_class, double scale) {
    if (scores.size() == 1)
        return softplus((true_class == 1 ? -scale : scale) * static_cast<double>(scores[0]));
    const auto top = static_cast<double>(*std::ranges::max_element(scores));
    double sum = 0;
    for (const Score score : scores)
        sum += std::exp(scale * (static_cast<double>(score) - top));
    return std::log(sum) - scale * (static_cast<double>(scores[static_cast<std::size_t>(true_class)]) - top);
}

}  // namespace

template <class Score>
double one_error(MatrixView<const Score> scores, std::span<const std::int32_t> true_class, Ties ties) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < scores.rows; ++i)
        errors += misclassified(scores.row(i), true_class[i], ties);
    return fraction(errors, scores.rows);
}

template <class Score>
double one_error_multi_label(MatrixView<const Score> scores, MatrixView<const std::int8_t> labels,
                             Ties ties) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < scores.rows; ++i)
        errors += misranked(scores.row(i), labels.row(i), ties);
    return fraction(errors, scores.rows);
}

template <class Score, class Weight>
double hamming_loss(MatrixView<const Score> scores, MatrixView<const std::int8_t> labels,
                    MatrixView<const Weight> weights) {
    double loss = 0;
    for (std::size_t i = 0; i < scores.rows; ++i) {
        const auto f = scores.row(i);
        const auto y = labels.row(i);
        const auto w = weights.row(i);
        for (std::size_t l = 0; l < f.size(); ++l)
            if (!(y[l] > 0 ? f[l] > 0 : f[l] < 0)) loss += static_cast<double>(w[l]);
    }
    return loss;
}

template <class Score>
double balanced_accuracy(MatrixView<const Score> scores, std::span<const std::int32_t> true_class,
                         Ties ties) {
    const std::size_t classes = std::max<std::size_t>(scores.columns, 2);
    std::vector<std::size_t> rows(classes, 0), correct(classes, 0);
    for (std::size_t i = 0; i < scores.rows; ++i) {
        const auto truth = static_cast<std::size_t>(true_class[i]);
        ++rows[truth];
        correct[truth] += !misclassified(scores.row(i), true_class[i], ties);
    }
    double sum = 0;
    std::size_t present = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        if (rows[c] == 0) continue;
        sum += fraction(correct[c], rows[c]);
        ++present;
    }
    return present == 0 ? kNone : sum / static_cast<double>(present);
}

template <class Score>
double log_loss(MatrixView<const Score> scores, std::span<const std::int32_t> true_class, double scale) {
    if (scores.rows == 0) return kNone;
    double sum = 0;
    for (std::size_t i = 0; i < scores.rows; ++i)
        sum += row_log_loss(scores.row(i), true_class[i], scale);
    return sum / static_cast<double>(scores.rows);
}

using Classes = std::span<const std::int32_t>;
using SignMatrix = MatrixView<const std::int8_t>;
using Floats = MatrixView<const float>;
using Doubles = MatrixView<const double>;

template double one_error<float>(Floats, Classes, Ties);
template double one_error<double>(Doubles, Classes, Ties);
template double one_error_multi_label<float>(Floats, SignMatrix, Ties);
template double one_error_multi_label<double>(Doubles, SignMatrix, Ties);
template double hamming_loss<float, float>(Floats, SignMatrix, Floats);
template double hamming_loss<float, double>(Floats, SignMatrix, Doubles);
template double hamming_loss<double, float>(Doubles, SignMatrix, Floats);
template double hamming_loss<double, double>(Doubles, SignMatrix, Doubles);
template double balanced_accuracy<float>(Floats, Classes, Ties);
template double balanced_accuracy<double>(Doubles, Classes, Ties);
template double log_loss<float>(Floats, Classes, double);
template double log_loss<double>(Doubles, Classes, double);

}  // namespace reboost::metrics
