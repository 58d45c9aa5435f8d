#pragma once
/// Losses of a growing ensemble on one part of the data, many rounds in one walk over its rows.
#include "boosting/options.hpp"
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "core/state.hpp"
#include "data/binning.hpp"
#include "data/dataset.hpp"
#include "learners/mh/base_classifier.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace reboost::boosting {

struct Losses {
    double one_error = 0;     ///< fraction of rows, ties counted as `TieRule` says
    double hamming_loss = 0;  ///< Σ w^(1) I{sign f ≠ y} (opt2009 §2); f = 0 is an error
};

class Evaluator {
  public:
    /// `balanced`: the Hamming loss uses balanced weights. Data must outlive the evaluator.
    Evaluator(const data::BinnedMatrix& rows, const data::Labels& labels, bool balanced, TieRule ties);

    /// Returns the number of rounds whose classifiers are in the scores.
    std::size_t rounds() const { return rounds_; }
    /// Adds classifiers up to (not with) round index `end`; `losses` of each added round, or of the last.
    /// Costs per round and row: one compare per split, about ten vector operations per class and eight rows.
    void advance(const learners::Ensemble& ensemble, std::size_t end, bool each, std::vector<Losses>& losses);

    /// Returns f_l(x_i) of the rounds added so far.
    Matrix<double> scores() const;

    void state(StateIO& io) { io("rounds", rounds_)("scores", scores_); }

  private:
    void evaluate_narrow(const learners::Ensemble& ensemble, std::size_t begin, std::size_t end, bool each);
    void evaluate_wide(const learners::Ensemble& ensemble, std::size_t begin, std::size_t end);

    const data::BinnedMatrix& rows_;
    const data::Labels& labels_;
    TieRule ties_;
    std::size_t classes_, groups_, rounds_ = 0;
    AlignedVector<double> scores_;  ///< group × class × 16
    std::vector<std::uint64_t> positive_;
    std::vector<float> positive_share_, negative_share_,
        valid_;  ///< weights of a row's labels, in units of 1/n
    std::vector<std::vector<std::uint16_t>> cells_;
    std::vector<const std::uint16_t*> cell_pointers_;
    std::vector<const std::uint64_t*> vote_pointers_;
    std::vector<float> alphas_;
    AlignedVector<float> wrong_, missed_, raised_;  ///< round × lane
    std::vector<double> wrong_sums_, hamming_sums_;
};

/// Quality of ranking scores (kdd2009 Table 1), in [0,1]; NaN if no label has both signs, or no row a label.
struct RankingLosses {
    double auc = 0;                ///< ties by midranks; K > 1: mean over labels, each against the rest
    double balanced_accuracy = 0;  ///< mean recall of the classes; multi-label: mean over the labels
};

/// Computes both from AdaBoost.MH's scores f, n×K, in O(K n log n).
RankingLosses ranking_losses(const Matrix<double>& scores, const data::Labels& labels, TieRule ties);

/// Saves a binary part's ROC corners below `prefix`; saves nothing if K > 1 or a class has no row.
void put_roc(const Matrix<double>& scores, const data::Labels& labels, const std::string& prefix,
             Archive& archive);

}  // namespace reboost::boosting
