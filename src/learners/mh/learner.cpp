#include "learners/mh/learner.hpp"

#include "core/error.hpp"

#include <cmath>
#include <string>

namespace reboost::learners {

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const ScanColumns& columns,
                                      std::size_t classes, parallel::Team& team) {
    return std::visit(
        [&]<class Options>(const Options& o) -> std::unique_ptr<Learner> {
            if constexpr (Options::kFamily == LearnerFamily::votes) return o.make(columns, classes, team);
            throw UsageError("learner '" + std::string(Options::kName) +
                             "' belongs to mart, logitboost and their abc forms; adaboost_mh takes stump, "
                             "product or tree");
        },
        options);
}

std::vector<std::uint32_t> parity_signs(std::size_t stride) {
    std::vector<std::uint32_t> signs(2 * stride, 0);
    for (std::size_t l = 0; l < stride; ++l)
        signs[l] = kSignBit;
    return signs;
}

void correlate(const Kernels& kernels, const float* weights, std::size_t stride,
               std::span<const std::uint16_t> cells, std::span<const std::uint32_t> signs,
               std::span<double> sums) {
    for_class_chunks(stride, [&](std::size_t offset) {
        kernels.signed_sums(weights + offset, stride, cells.size(), cells.data(), signs.data() + offset,
                            sums.data() + offset);
    });
}

void finish_scalar(std::span<const double> sums, std::size_t classes, Fitted& found) {
    const std::size_t stride = sums.size(), words = vote_words(classes);
    found.signs.assign(2 * stride, 0);
    found.classifier.votes.assign(2 * words, 0);
    found.edge = 0;
    for (std::size_t l = 0; l < classes; ++l) {
        const bool positive = sums[l] > 0;
        found.edge += std::abs(sums[l]);
        found.signs[(positive ? 0 : stride) + l] = kSignBit;
        found.classifier.votes[(positive ? words : 0) + l / 64] |= std::uint64_t{1} << (l % 64);
    }
}

StumpFinisher::StumpFinisher(const ScanColumns& columns, std::size_t classes)
    : columns_(columns),
      classes_(classes),
      kernels_(kernels_for(padded_classes(classes))),
      parity_signs_(parity_signs(padded_classes(classes))),
      sums_(padded_classes(classes)) {}

void StumpFinisher::finish(const Split& split, const SignedWeights& weights, Fitted& found) {
    found.classifier.splits.assign(1, split);
    found.classifier.children.clear();
    found.cells.resize(weights.rows());
    assign_cells(found.classifier.splits, {}, columns_.codes(), 0, weights.rows(), found.cells);
    correlate(kernels_, weights.data(), weights.stride(), found.cells, parity_signs_, sums_);
    finish_scalar(sums_, classes_, found);
}

}  // namespace reboost::learners
