#pragma once
/// AdaBoostRS (Reyzin 2011; ijcai2015 section 1): hypotheses of a trained AdaBoost are drawn with replacement
/// until the next one cannot be paid; the drawn ones vote.
///
/// Either p_t ∝ α_t with one vote per draw, or p_t ∝ α_t/c_t with the vote α_t/p_t ∝ c_t, so that the
/// expected vote stays AdaBoost's. A feature is paid once: once all are paid, draws would never end, and the
/// vote becomes its limit, AdaBoost's own vote. The draws for B are a prefix of those for larger budgets.
#include "boosting/options.hpp"
#include "core/matrix.hpp"
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/priced/account.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// Votes ±1, hypotheses × rows.
using HypothesisVotes = Matrix<std::int8_t>;
HypothesisVotes votes_of(const learners::Ensemble& binary, const data::BinnedMatrix& rows);

/// Returns the share of rows whose score lacks the label's sign; a score of 0 counts as `constant` (±1).
double vote_error(std::span<const float> scores, const data::Labels& labels, int constant);

/// The parts of a trained model that AdaBoostRS uses.
struct SampledModel {
    const learners::Ensemble* ensemble = nullptr;
    const learners::CutPrices* prices = nullptr;
    SampleWeights weights = SampleWeights::alpha;
};

/// The draws of one sequence, in order.
class DrawSequence {
  public:
    DrawSequence(const SampledModel& model, Rng rng);

    struct Draw {
        std::size_t hypothesis;
        float vote;
    };
    /// Returns the draws that `budget` pays for beyond those taken so far; call with growing budgets. Also
    /// empty once the sequence has reached its limit. Throws TrainingError if a hypothesis has so little
    /// weight that it is not drawn within ten million draws.
    std::span<const Draw> advance(double budget);
    /// Whether all features of the ensemble are paid: the vote is then AdaBoost's.
    bool complete() const { return unpaid_ == 0; }
    double spent() const { return account_.spent(); }

  private:
    SampledModel model_;
    Rng rng_;
    learners::BudgetAccount account_;
    std::vector<double> cumulative_;  ///< cumulative unnormalised probabilities
    std::vector<float> votes_;
    std::vector<Draw> taken_;
    std::size_t next_, draws_ = 0, unpaid_ = 0;

    std::size_t draw();
};

/// Returns the test errors at ascending budgets: one sequence for all rows, or one per row.
std::vector<double> sampled_errors(SampleDraw draw, const SampledModel& model, const HypothesisVotes& votes,
                                   const data::Labels& labels, int constant, std::span<const double> budgets,
                                   Rng rng);

/// Returns the hypotheses drawn within `budget`, α their summed votes; AdaBoost's if all are paid; or none.
learners::Ensemble sampled_ensemble(const SampledModel& model, double budget, Rng rng);

}  // namespace reboost::boosting
