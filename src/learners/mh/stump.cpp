#include "learners/mh/stump.hpp"

#include "learners/mh/votes.hpp"

namespace reboost::learners {

StumpLearner::StumpLearner(const ScanColumns& columns, std::size_t classes, int threads)
    : columns_(columns),
      classes_(classes),
      kernels_(kernels_for(padded_classes(classes))),
      scanner_(columns, padded_classes(classes), threads),
      row_search_(columns, padded_classes(classes)),
      parity_signs_(parity_signs(padded_classes(classes))),
      sums_(padded_classes(classes)) {}

void StumpLearner::fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) {
    const ScanWeights scan_weights{weights.data(), weights.stride(), weights.totals()};
    const Decision decision;
    row_search_.begin_round();
    const StumpChoice choice = search_stump(
        decision, selector, scores_, reports_, [&](const Query& query, std::span<ThresholdScore> scores) {
            if (!query.rows.all())
                return row_search_.scan(query, row_search_.all_rows(), scan_weights, scores);
            scanner_.scan(query.features, scan_weights, scores, wanted_by(selector));
            return Report{};
        });
    found.edge = 0;
    if (!choice.found()) return;
    selector.accept(decision, choice.feature);
    found.classifier.splits.assign(1, {choice.feature, choice.score.threshold});
    found.classifier.children.clear();
    found.cells.resize(weights.rows());
    assign_cells(found.classifier.splits, {}, columns_.codes(), 0, weights.rows(), found.cells);
    correlate(kernels_, weights.data(), weights.stride(), found.cells, parity_signs_, sums_);
    finish_scalar(sums_, classes_, found);
}

}  // namespace reboost::learners
