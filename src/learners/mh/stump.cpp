#include "learners/mh/stump.hpp"

namespace reboost::learners {

void StumpLearner::fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) {
    const Decision decision;
    search_.begin_round();
    const StumpChoice choice =
        search_.search(decision, selector, {weights.data(), weights.stride(), weights.totals()});
    found.edge = 0;
    if (!choice.found()) return;
    selector.accept(decision, choice.feature);
    finisher_.finish({choice.feature, choice.score.threshold}, weights, found);
}

}  // namespace reboost::learners
