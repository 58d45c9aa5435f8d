#pragma once
/// How well scores rank: the measures of kdd2009's Table 1.
#include "boosting/options.hpp"
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "data/dataset.hpp"

#include <string>

namespace reboost::boosting {

/// In [0,1]; NaN where no label has both signs (AUC) or no row has a label (balanced accuracy).
struct RankingLosses {
    double auc = 0;                ///< ties by midranks; K > 1: mean over the labels, each against the rest
    double balanced_accuracy = 0;  ///< mean recall of the classes; multi-label: mean over the labels
};

/// `scores` n×K as AdaBoost.MH's f. O(K n log n).
RankingLosses ranking_losses(const Matrix<double>& scores, const data::Labels& labels, TieRule ties);

/// Puts the corners of a binary part's ROC curve below `prefix`: false_positive_rate, true_positive_rate,
/// threshold. Nothing where K > 1 or a class has no row.
void put_roc(const Matrix<double>& scores, const data::Labels& labels, const std::string& prefix,
             Archive& archive);

}  // namespace reboost::boosting
