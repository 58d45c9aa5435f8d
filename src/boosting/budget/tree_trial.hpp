#pragma once
#include "boosting/budget/trial.hpp"
#include "core/rng.hpp"

namespace reboost::boosting {

/// Figure 3: one tree grown and pruned on the training rows; the error at N nodes is that of the largest tree
/// of the pruning sequence with at most N nodes, leaves included.
TrialOutcome run_tree_trial(const DecisionTreeOptions& options, const data::BinnedSplit& data,
                            const Rng& price_rng, const Resources& resources);

}  // namespace reboost::boosting
