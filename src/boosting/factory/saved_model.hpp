#pragma once
/// Predictions of a saved model, and its columns. Throws DataError if its arrays do not fit together.
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

/// Returns the scores n×K (row-major) of rows binned with the model's own cuts.
Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows);

/// Returns probabilities n×K for scores n×K; n×2 for scores n×1, except for a multi-label model of one label.
///
/// mart, logitboost and their abc forms: softmax of the scores (abc2010 eq. 1); for two classes the logistic
/// function of their single score, the difference. AdaBoost.MH and the budgeted boosters: 1 / (1 + exp(−2f))
/// for each class, the minimiser of the exponential loss (Friedman, Hastie & Tibshirani 2000, eq. 6), scaled
/// to the sum 1 if a row has one class; boosting makes these probabilities far too extreme.
Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores);

struct Importance {
    std::uint32_t feature = 0;
    std::string name;
    std::uint64_t splits = 0;  ///< splits up to the best round
    double share = 0;          ///< share of the total importance, 0 to 1
};

/// Returns the columns of the model's splits, greatest share first; ties by lower column. A round divides its
/// |α| evenly among its splits; regression trees, whose gains are not saved, count splits.
std::vector<Importance> feature_importances(const Archive& model);

}  // namespace reboost::boosting
