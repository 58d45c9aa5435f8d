#include "boosting/factory/probabilities.hpp"

#include "boosting/model_header.hpp"
#include "boosting/options.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::boosting {
namespace {

double logistic(double x) {
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Greatest score first taken off, so that no exponential overflows.
void softmax(const Matrix<double>& scores, std::size_t row, Matrix<double>& p) {
    double greatest = scores(row, 0), sum = 0;
    for (std::size_t k = 1; k < scores.columns(); ++k)
        greatest = std::max(greatest, scores(row, k));
    for (std::size_t k = 0; k < scores.columns(); ++k)
        sum += p(row, k) = std::exp(scores(row, k) - greatest);
    for (std::size_t k = 0; k < scores.columns(); ++k)
        p(row, k) /= sum;
}

/// Where all vanish (every score far below 0) the nearest to 0 wins, as in the limit.
void one_class(const Matrix<double>& scores, std::size_t row, Matrix<double>& p) {
    double greatest = scores(row, 0), sum = 0;
    for (std::size_t k = 1; k < scores.columns(); ++k)
        greatest = std::max(greatest, scores(row, k));
    const double shift = std::min(0.0, 2 * greatest);
    for (std::size_t k = 0; k < scores.columns(); ++k) {
        const double x = 2 * scores(row, k);
        // σ(x) up to the common factor exp(shift)
        sum += p(row, k) = x >= 0 ? logistic(x) : std::exp(x - shift) / (1 + std::exp(x));
    }
    for (std::size_t k = 0; k < scores.columns(); ++k)
        p(row, k) /= sum;
}

}  // namespace

Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores) {
    const ModelHeader header = load_model_header(model);
    const bool gradient = family_of(header.booster) == BoosterFamily::gradient;
    const bool two_classes = scores.columns() == 1 && !header.multi_label;
    Matrix<double> p(scores.rows(), two_classes ? 2 : scores.columns());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        if (two_classes) {
            p(i, 1) = logistic(gradient ? scores(i, 0) : 2 * scores(i, 0));
            p(i, 0) = 1 - p(i, 1);
        } else if (gradient) {
            softmax(scores, i, p);
        } else if (header.multi_label) {
            for (std::size_t k = 0; k < scores.columns(); ++k)
                p(i, k) = logistic(2 * scores(i, k));
        } else {
            one_class(scores, i, p);
        }
    }
    return p;
}

}  // namespace reboost::boosting
