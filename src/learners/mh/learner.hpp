#pragma once
/// A base learner of AdaBoost.MH: finds a classifier with a large edge on the weighted training rows.
///
/// Lifecycle
///  1. `make_learner(options, columns, labels' number of classes, team)` — buffers are allocated here.
///  2. each round: `fit(weights, selector, found)`; the caller brackets it by selector.begin_round and
///     end_round.
///  3. `found` then holds the classifier (α unset), its cell for every training row, and its votes as sign
///     masks: what the booster needs to weigh and update. Overwritten by the next round.
#include "core/state.hpp"
#include "learners/feature_selector.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/mh/scan_columns.hpp"
#include "learners/mh/weights.hpp"
#include "learners/options.hpp"
#include "parallel/team.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace reboost::learners {

/// A base classifier on the training rows.
struct Fitted {
    BaseClassifier classifier;
    std::vector<std::uint16_t> cells;  ///< n
    std::vector<std::uint32_t> signs;  ///< cells × stride: sign bit set where the vote is −1
    double edge = 0;                   ///< γ in double, ≥ 0; 0: nothing found
};

/// Its state is what the next round depends on beside the weights; most learners have nothing of the kind.
class Learner : public Stateful {
  public:
    virtual ~Learner() = default;
    virtual void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) = 0;
    /// Stored feature values read so far; deterministic, the same on every machine.
    virtual std::uint64_t work() const = 0;
};

/// `columns` and `team` must outlive the learner. Throws UsageError for a regression tree, which AdaBoost.MH
/// cannot use.
std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const ScanColumns& columns,
                                      std::size_t classes, parallel::Team& team);

}  // namespace reboost::learners
