#pragma once
/// One decision: asks the selector for features, scans them, keeps the best stump. Shared by all learners.
#include "learners/feature_selector.hpp"
#include "learners/mh/stump_scanner.hpp"

#include <span>
#include <vector>

namespace reboost::learners {

struct StumpChoice {
    std::uint32_t feature = 0;
    ThresholdScore score;  ///< threshold 0: no feature could be split
    bool found() const { return score.threshold > 0; }
};

/// The scores that matter to this selector: one that searches every feature learns nothing from the rest.
inline Wanted wanted_by(const FeatureSelector& selector) {
    return selector.exhaustive() ? Wanted::best_score : Wanted::every_score;
}

/// `scan(query, scores)` fills one score per feature and returns the report without them. Ties: the lowest
/// feature, then the lowest threshold.
template <class Scan>
StumpChoice search_stump(const Decision& decision, FeatureSelector& selector,
                         std::vector<ThresholdScore>& scores, std::vector<FeatureScore>& reports,
                         Scan&& scan) {
    StumpChoice best;
    for (Query query = selector.next_query(decision); !query.features.empty();
         query = selector.next_query(decision)) {
        const std::span<const std::uint32_t> features = query.features;
        scores.resize(features.size());
        reports.resize(features.size());
        Report report = scan(query, std::span<ThresholdScore>(scores));
        for (std::size_t i = 0; i < features.size(); ++i) {
            reports[i] = {features[i], scores[i].edge};
            const bool better = scores[i].edge > best.score.edge ||
                                (scores[i].edge == best.score.edge && features[i] < best.feature);
            if (query.choosable && scores[i].threshold > 0 && (better || !best.found()))
                best = {features[i], scores[i]};
        }
        report.scores = reports;
        selector.report(decision, report);
    }
    return best;
}

}  // namespace reboost::learners
