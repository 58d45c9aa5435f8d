#pragma once
/// What a saved model says: scores, probabilities, and the columns that it looks at. Functions throw
/// DataError where its arrays do not fit together.
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

/// Scores n×K (row-major) on rows binned with the model's own cuts.
Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows);

/// `scores`: n×K, or n×1 of two classes (of a multi-label model: of one label). n×K in [0, 1]; of two classes
/// n×2.
///
/// mart, logitboost and their abc forms: softmax of the scores (abc2010 eq. 1; of two classes the logistic
/// function of the difference, which is their one score). AdaBoost.MH and the budgeted boosters: 1 / (1 +
/// exp(−2f)) for each class, the minimiser of the exponential loss (Friedman, Hastie & Tibshirani 2000,
/// eq. 6), scaled to the sum 1 where a row has one class. Boosting sharpens these far beyond what they are
/// worth; their order is that of the scores.
Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores);

struct Importance {
    std::uint32_t feature = 0;
    std::string name;
    std::uint64_t splits = 0;  ///< of the model, up to its best round
    double share = 0;          ///< of the whole, 0 to 1
};

/// The columns that the model splits on, the greatest share first; of equals the lowest column. A vote
/// model's round shares its coefficient |α| evenly among its splits; of regression trees, whose gains the
/// model does not keep, the share is that of the splits.
std::vector<Importance> feature_importances(const Archive& model);

}  // namespace reboost::boosting
