#pragma once
#include "learners/mh/learner.hpp"
#include "learners/mh/stump_search.hpp"

namespace reboost::learners {

/// Decision stump (kdd2009 §2.1): one decision per round, Θ(nK) per feature scanned.
class StumpLearner final : public Learner {
  public:
    StumpLearner(const ScanColumns& columns, std::size_t classes, parallel::Team& team)
        : search_(columns, padded_classes(classes), team), finisher_(columns, classes) {}
    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override;
    std::uint64_t work() const override { return search_.work(); }

  private:
    StumpSearch search_;
    StumpFinisher finisher_;
};

}  // namespace reboost::learners
