#pragma once
#include "learners/mh/learner.hpp"
#include "learners/mh/row_search.hpp"
#include "learners/mh/stump_search.hpp"

namespace reboost::learners {

/// Decision stump (kdd2009 §2.1): one decision per round, Θ(nK) per feature scanned.
class StumpLearner final : public Learner {
  public:
    StumpLearner(const ScanColumns& columns, std::size_t classes, int threads);
    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override;
    std::uint64_t work() const override { return scanner_.work() + row_search_.work(); }
    double helper_cpu_seconds() const override { return scanner_.helper_cpu_seconds(); }

  private:
    const ScanColumns& columns_;
    std::size_t classes_;
    const Kernels& kernels_;
    StumpScanner scanner_;
    RowSearch row_search_;
    std::vector<ThresholdScore> scores_;
    std::vector<FeatureScore> reports_;
    std::vector<std::uint32_t> parity_signs_;
    std::vector<double> sums_;
};

}  // namespace reboost::learners
