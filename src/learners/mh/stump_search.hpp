#pragma once
/// One decision: asks the selector for features, scans them, keeps the best stump. Shared by all learners.
#include "learners/mh/row_search.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The scores that this selector needs: an exhaustive selector learns nothing from scores below the best.
inline Wanted wanted_by(const FeatureSelector& selector) {
    return selector.exhaustive() ? Wanted::best_score : Wanted::every_score;
}

/// `scan(query, scores)` fills one score per feature and returns the report without scores. Ties: the lowest
/// feature.
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

/// Finds the stump of one decision on all training rows, or on the rows that the queries choose.
class StumpSearch {
  public:
    StumpSearch(const ScanColumns& columns, parallel::Team& team)
        : scanner_(columns, team), row_search_(columns) {}

    void begin_round() { row_search_.begin_round(); }
    StumpChoice search(const Decision& decision, FeatureSelector& selector, const ScanWeights& weights) {
        return search_stump(decision, selector, scores_, reports_,
                            [&](const Query& query, std::span<ThresholdScore> scores) {
                                if (!query.rows.all())
                                    return row_search_.scan(query, row_search_.all_rows(), weights, scores);
                                scanner_.scan(query.features, weights, scores, wanted_by(selector));
                                return Report{};
                            });
    }

    std::uint64_t work() const { return scanner_.work() + row_search_.work(); }

  private:
    StumpScanner scanner_;
    RowSearch row_search_;
    std::vector<ThresholdScore> scores_;
    std::vector<FeatureScore> reports_;
};

}  // namespace reboost::learners
