#include "learners/mh/learner.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <string>

namespace reboost::learners {

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const LearnerSite& site) {
    return std::visit(
        [&]<class Options>(const Options& o) -> std::unique_ptr<Learner> {
            if constexpr (Options::kFamily == LearnerFamily::votes) return o.make(site);
            throw UsageError("learner '" + std::string(Options::kName) +
                             "' belongs to mart, logitboost and their abc forms; adaboost_mh takes stump, "
                             "product or tree");
        },
        options);
}

ScalarVotes::ScalarVotes(const ScanColumns& columns, std::size_t classes)
    : columns_(columns), classes_(classes), parity_signs_(2 * columns.stride(), 0), sums_(columns.stride()) {
    std::fill_n(parity_signs_.begin(), columns.stride(), kSignBit);
}

std::span<const double> ScalarVotes::correlate(const float* weights, std::span<const std::uint16_t> cells) {
    for_class_chunks(columns_.stride(), [&](std::size_t offset) {
        columns_.kernels().signed_sums(weights + offset, columns_.stride(), cells.size(), cells.data(),
                                       parity_signs_.data() + offset, sums_.data() + offset);
    });
    return sums_;
}

void ScalarVotes::finish(std::span<const double> sums, Fitted& found) const {
    const auto positive = [sums](std::size_t cell, std::size_t l) { return (sums[l] > 0) == (cell == 1); };
    write_votes(2, classes_, positive, found);
    found.edge = edge_of_sums(sums);
}

void ScalarVotes::finish(const Split& split, const SignedWeights& weights, Fitted& found) {
    found.classifier.splits.assign(1, split);
    found.classifier.children.clear();
    found.cells.resize(weights.rows());
    assign_cells(found.classifier.splits, {}, columns_.codes(), found.cells);
    finish(correlate(weights.data(), found.cells), found);
}

}  // namespace reboost::learners
