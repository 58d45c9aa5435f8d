#pragma once
/// What a booster is made of.
#include "boosting/options.hpp"
#include "core/clock.hpp"
#include "data/binning.hpp"
#include "learners/options.hpp"
#include "parallel/team.hpp"
#include "selectors/features/options.hpp"

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
    std::shared_ptr<parallel::Team> team =
        std::make_shared<parallel::Team>();  ///< the run's thread and guests
    const Clock* clock = &system_clock();
};

/// The binning that the learner wants: part of the data cache's key.
data::BinningOptions binning_of(const learners::LearnerOptions& learner);

}  // namespace reboost::boosting
