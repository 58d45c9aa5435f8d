#pragma once
/// How long a run will take, before it is run: accurate enough to start the longest run first and to balance
/// shards.
#include "config/run_spec.hpp"
#include "sweep/environment.hpp"

namespace reboost::sweep {

struct Cost {
    double work = 0;     ///< stored feature values scanned, all rounds
    double seconds = 0;  ///< CPU seconds of training and evaluation on a core that streams 30 GB/s
};

/// Rounds that the booster is asked for.
std::uint64_t rounds_of(const boosting::BoosterOptions& booster);
/// Trees (or other learners) that a round fits for K classes, on average: 1 for AdaBoost.MH, K for mart and
/// logitboost, K − 1 for their abc forms and K(K−1)/2 in a round that tries every base class (abc2010 §3).
double learners_per_round(const boosting::BoosterOptions& booster, double classes);

/// Depends on its arguments only, so that all machines balance shards in the same way. An unknown shape
/// counts as 1000×10.
Cost estimate_cost(const config::RunSpec& spec, const DataShape& shape);

/// "adaboost_mh stump bandit": runs whose estimates have similar errors.
std::string kind_of(const config::RunSpec& spec);
/// Bytes that a run holds, roughly: its binned data, which runs of one data set share, and its own arrays.
struct Memory {
    double data = 0, run = 0;
};
Memory estimate_memory(const config::RunSpec& spec, const DataShape& shape);

}  // namespace reboost::sweep
