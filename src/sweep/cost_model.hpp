#pragma once
/// How long a run will take and what it holds, before it is run: accurate enough to start the longest run
/// first and to balance shards.
#include "config/run_spec.hpp"
#include "sweep/environment.hpp"

namespace reboost::sweep {

struct Cost {
    double work = 0;        ///< stored feature values scanned, all rounds
    double seconds = 0;     ///< CPU seconds of training and evaluation on a core that streams 30 GB/s
    double data_bytes = 0;  ///< of its binned data, roughly, which runs of one data set share
    double run_bytes = 0;   ///< of its own arrays, roughly
};

/// Rounds that the booster is asked for.
std::uint64_t rounds_of(const boosting::BoosterOptions& booster);

/// Depends on its arguments only, so that all machines balance shards in the same way. An unknown shape
/// counts as 1000×10.
Cost estimate_cost(const config::RunSpec& spec, const boosting::DataFacts& shape);

/// "adaboost_mh stump bandit": runs whose estimates have similar errors.
std::string kind_of(const config::RunSpec& spec);

}  // namespace reboost::sweep
