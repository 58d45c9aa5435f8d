#include "learners/mh/product.hpp"

#include "learners/mh/learner.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::learners {

ProductLearner::ProductLearner(const ProductOptions& options, const ScanColumns& columns, std::size_t classes,
                               parallel::Team& team)
    : columns_(columns),
      classes_(classes),
      max_cycles_(options.max_cycles),
      kernels_(kernels_for(padded_classes(classes))),
      search_(columns, padded_classes(classes), team),
      terms_(static_cast<std::size_t>(options.terms)),
      signed_weights_(columns.rows() * padded_classes(classes)),
      others_(columns.rows()),
      candidate_(columns.rows()),
      parity_signs_(parity_signs(padded_classes(classes))),
      totals_(padded_classes(classes)),
      sums_(padded_classes(classes)),
      best_sums_(padded_classes(classes)) {
    for (Term& term : terms_)
        term.cells.resize(columns.rows());
}

ScanWeights ProductLearner::leave_out(std::size_t left_out, const SignedWeights& weights) {
    const auto constant = [&](const Term& term) {
        return &term == &terms_[left_out] || term.split.threshold == 0;
    };
    if (std::ranges::all_of(terms_, constant)) return {weights.data(), weights.stride(), weights.totals()};
    std::ranges::fill(others_, std::uint16_t{1});
    for (std::size_t j = 0; j < terms_.size(); ++j) {
        if (constant(terms_[j])) continue;
        // Cells as signs: equal cells multiply to +1.
        for (std::size_t i = 0; i < others_.size(); ++i)
            others_[i] = static_cast<std::uint16_t>(1U ^ others_[i] ^ terms_[j].cells[i]);
    }
    for_class_chunks(weights.stride(), [&](std::size_t offset) {
        kernels_.signed_copy(weights.data() + offset, weights.stride(), weights.rows(), others_.data(),
                             parity_signs_.data() + offset, signed_weights_.data() + offset,
                             totals_.data() + offset);
    });
    return {signed_weights_.data(), weights.stride(), totals_};
}

bool ProductLearner::improve(std::size_t index, const Decision& decision, const SignedWeights& weights,
                             FeatureSelector& selector, double& edge) {
    const ScanWeights scan_weights = leave_out(index, weights);
    const StumpChoice choice = search_.search(decision, selector, scan_weights);
    if (!choice.found()) return false;
    const Split split{choice.feature, choice.score.threshold};
    assign_cells({&split, 1}, {}, columns_.codes(), 0, weights.rows(), candidate_);
    correlate(kernels_, scan_weights.values, weights.stride(), candidate_, parity_signs_, sums_);
    double grown = 0;
    for (std::size_t l = 0; l < classes_; ++l)
        grown += std::abs(sums_[l]);
    if (!(grown > edge)) return false;
    edge = grown;
    std::swap(best_sums_, sums_);
    terms_[index].split = split;
    std::swap(terms_[index].cells, candidate_);
    selector.accept(decision, split.feature);
    return true;
}

void ProductLearner::fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) {
    search_.begin_round();
    for (Term& term : terms_)
        term.split = {};
    found.edge = 0;
    double edge = 0;
    std::uint32_t step = 0;
    std::int32_t parent = -1;
    bool grew = true;
    for (std::int64_t cycle = 0; grew && (max_cycles_ == 0 || cycle < max_cycles_); ++cycle) {
        for (std::size_t j = 0; grew && j < terms_.size(); ++j, ++step) {
            grew =
                improve(j, Decision{step, static_cast<std::int32_t>(j), parent, -1}, weights, selector, edge);
            parent = static_cast<std::int32_t>(j);
        }
    }
    if (edge <= 0) return;
    found.classifier.children.clear();
    found.classifier.splits.clear();
    for (const Term& term : terms_)
        if (term.split.threshold > 0) found.classifier.splits.push_back(term.split);
    found.cells.resize(weights.rows());
    assign_cells(found.classifier.splits, {}, columns_.codes(), 0, weights.rows(), found.cells);
    finish_scalar(best_sums_, classes_, found);
}

}  // namespace reboost::learners
