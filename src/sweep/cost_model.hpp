#pragma once
/// How long a run will take, before it is run: good enough to start the longest first and to balance shards.
#include "config/run_spec.hpp"
#include "sweep/environment.hpp"

namespace reboost::sweep {

struct Cost {
    double work = 0;     ///< stored feature values scanned, all rounds
    double seconds = 0;  ///< CPU seconds of training and evaluation on a core that streams 30 GB/s
};

/// Rounds that the booster is asked for.
std::uint64_t rounds_of(const boosting::BoosterOptions& booster);
/// Features that one decision scans; for d features.
double features_per_decision(const selectors::SelectorOptions& selector, double features);
/// Passes over the rows of the data set that one round makes for each scanned feature: 1 for a stump, a
/// term's passes for a product, about log2 of the size for a tree, that times K for a regression tree.
double passes_per_round(const learners::LearnerOptions& learner, double classes);

/// Depends on nothing but its arguments, so that all machines balance shards alike. An unknown shape counts
/// as 1000×10.
Cost estimate_cost(const config::RunSpec& spec, const DataShape& shape);

}  // namespace reboost::sweep
