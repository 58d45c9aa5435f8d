#pragma once
/// What a saved model says, and the columns that it looks at. DataError: its arrays do not fit together.
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::boosting {

/// Scores n×K (row-major) on rows binned with the model's own cuts.
Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows);

/// n×K in [0, 1] of scores n×K; n×2 of n×1, but for a multi-label model of one label.
///
/// mart, logitboost and their abc forms: softmax of the scores (abc2010 eq. 1; of two classes the logistic
/// function of their one score, the difference). AdaBoost.MH and the budgeted boosters: 1 / (1 + exp(−2f))
/// for each class, the minimiser of the exponential loss (Friedman, Hastie & Tibshirani 2000, eq. 6), scaled
/// to the sum 1 where a row has one class; boosting sharpens these far beyond what they are worth.
Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores);

struct Importance {
    std::uint32_t feature = 0;
    std::string name;
    std::uint64_t splits = 0;  ///< of the model, up to its best round
    double share = 0;          ///< of the whole, 0 to 1
};

/// The columns that the model splits on, the greatest share first; of equals the lowest. A round shares its
/// |α| evenly among its splits; of regression trees, whose gains are not kept, splits count.
std::vector<Importance> feature_importances(const Archive& model);

}  // namespace reboost::boosting
