#include "learners/node_histograms.hpp"

#include <cstring>
#include <numeric>

namespace reboost::learners {

NodeHistograms::NodeHistograms(const ScanColumns& columns, std::vector<std::uint32_t> features,
                               std::size_t stride, std::size_t slots)
    : columns_(columns),
      features_(std::move(features)),
      kernels_(kernels_for(stride, best_isa())),
      stride_(stride),
      accumulator_bytes_(kernels_.width == 1 ? sizeof(double) : kernels_.width * sizeof(float)) {
    for (const std::uint32_t feature : features_) {
        offsets_.push_back(slot_bytes_);
        slot_bytes_ += (columns_[feature].bins * accumulator_bytes_ + 63) / 64 * 64;
    }
    offsets_.push_back(slot_bytes_);
    pool_.resize(slots * slot_bytes_);
    places_.resize(slots);
    std::iota(places_.begin(), places_.end(), std::size_t{0});
}

const std::uint8_t* NodeHistograms::codes(std::size_t c) const {
    return std::get<0>(columns_.codes().columns[features_[c]].codes).data();
}

void NodeHistograms::build(std::size_t slot, std::size_t first, std::size_t last,
                           std::span<const std::uint32_t> rows, const float* weights) {
    std::memset(histogram(slot, first), 0, offsets_[last] - offsets_[first]);
    std::size_t c = first;
    for (; c + 4 <= last; c += 4)
        build_four(slot, c, rows, weights);
    for (; c < last; ++c)
        build_one(slot, c, rows, weights);
}

void NodeHistograms::build_four(std::size_t slot, std::size_t c, std::span<const std::uint32_t> rows,
                                const float* weights) {
    const std::uint8_t* const four_codes[4] = {codes(c), codes(c + 1), codes(c + 2), codes(c + 3)};
    void* const hists[4] = {histogram(slot, c), histogram(slot, c + 1), histogram(slot, c + 2),
                            histogram(slot, c + 3)};
    if (rows.empty())
        kernels_.histogram8x4(weights, stride_, four_codes, 0, columns_.rows(), hists);
    else
        kernels_.histogram_rows8x4(weights, stride_, four_codes, rows.data(), rows.size(), hists);
}

void NodeHistograms::build_one(std::size_t slot, std::size_t c, std::span<const std::uint32_t> rows,
                               const float* weights) {
    if (rows.empty())
        kernels_.histogram8(weights, stride_, codes(c), 0, columns_.rows(), histogram(slot, c));
    else
        kernels_.histogram_rows8(weights, stride_, codes(c), rows.data(), rows.size(), histogram(slot, c));
}

void NodeHistograms::subtract(std::size_t slot, std::size_t child, std::size_t first, std::size_t last) {
    // Whole columns lie side by side; their padding is zero in both.
    const std::size_t bytes = offsets_[last] - offsets_[first];
    kernels_.subtract(histogram(slot, first), histogram(child, first), bytes / accumulator_bytes_);
}

ThresholdScore NodeHistograms::best(std::size_t slot, std::size_t c, std::span<const double> totals) const {
    const ScanColumn& column = columns_[features_[c]];
    return kernels_.best_threshold(histogram(slot, c), column.bins, column.pivot, totals.data());
}

}  // namespace reboost::learners
