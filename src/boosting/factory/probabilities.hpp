#pragma once
/// Probabilities of classes from a model's scores.
///
/// mart, logitboost and their abc forms: softmax of the scores (abc2010 eq. 1; of two classes the logistic
/// function of the difference, which is their one score). AdaBoost.MH and the budgeted boosters: 1 / (1 +
/// exp(−2f)) for each class, the minimiser of the exponential loss (Friedman, Hastie & Tibshirani 2000,
/// eq. 6), scaled to the sum 1 where a row has one class. Boosting sharpens these far beyond what they are
/// worth; their order is that of the scores.
#include "core/archive.hpp"
#include "core/matrix.hpp"

namespace reboost::boosting {

/// `scores`: n×K, or n×1 of two classes (of a multi-label model: of one label). n×K in [0, 1]; of two classes
/// n×2. Throws DataError where `model` has no header.
Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores);

}  // namespace reboost::boosting
