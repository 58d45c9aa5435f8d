#include "learners/mh/votes.hpp"

#include <cmath>

namespace reboost::learners {
namespace {}  // namespace

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

}  // namespace reboost::learners
