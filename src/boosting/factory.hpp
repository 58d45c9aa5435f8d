#pragma once
#include "boosting/booster.hpp"
#include "boosting/options.hpp"
#include "core/clock.hpp"
#include "core/matrix.hpp"
#include "data/binning.hpp"
#include "learners/options.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <memory>

namespace reboost::boosting {

/// One run's algorithm, fully resolved.
struct Recipe {
    BoosterOptions booster;
    learners::LearnerOptions learner;
    selectors::SelectorOptions selector;
    EvaluationOptions evaluation;
    std::uint64_t seed = 1;
    std::uint64_t dataset_seed = 1;  ///< of prices and trials
};

/// What the run may use; changes time, never bits.
struct Resources {
    int threads = 1;  ///< inside this run
    const Clock* clock = &system_clock();
};

/// The binning that the learner wants: part of the data cache's key.
data::BinningOptions binning_of(const learners::LearnerOptions& learner);

/// Throws UsageError where the parts do not fit each other or the data (k > number of features, K = 1 for an
/// abc booster).
std::unique_ptr<Booster> make_booster(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                                      const Resources& resources);

/// Scores n×K (row-major) of a saved model on rows binned with the model's own cuts.
Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows);

}  // namespace reboost::boosting
