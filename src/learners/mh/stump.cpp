#include "learners/mh/learner.hpp"
#include "learners/mh/stump_search.hpp"

namespace reboost::learners {
namespace {

/// Decision stump (kdd2009 §2.1): one decision per round, Θ(nK) time per scanned feature.
class StumpLearner final : public Learner {
  public:
    explicit StumpLearner(const LearnerSite& site)
        : search_(site.columns, site.team), votes_(site.columns, site.classes) {}
    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override {
        const Decision decision;
        search_.begin_round();
        const StumpChoice choice = search_.search(decision, selector, {weights.data(), weights.totals()});
        found.edge = 0;
        if (!choice.found()) return;
        selector.accept(decision, choice.feature);
        votes_.finish({choice.feature, choice.score.threshold}, weights, found);
    }

    std::uint64_t work() const override { return search_.work(); }

  private:
    StumpSearch search_;
    ScalarVotes votes_;
};

}  // namespace

void describe(Fields& field, StumpOptions& o) {
    field("binning", o.binning, {"how columns become codes"});
}

std::unique_ptr<Learner> StumpOptions::make(const LearnerSite& site) const {
    return std::make_unique<StumpLearner>(site);
}

}  // namespace reboost::learners
