#include "learners/mh/weights.hpp"

#include "simd/flush_to_zero.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace reboost::learners {

double edge_of_sums(std::span<const double> sums) {
    double edge = 0;
    for (const double sum : sums)
        edge += std::abs(sum);
    return edge;
}

WeightFactors weight_factors(float agree, float disagree) {
    static constexpr double kLeast = std::numeric_limits<float>::min(),
                            kMost = std::numeric_limits<float>::max();
    const auto steps = [](float factor) {
        return static_cast<std::int32_t>(
            std::lround(1024 * std::log2(std::clamp(static_cast<double>(factor), kLeast, kMost))));
    };
    return {agree, disagree, steps(agree), steps(disagree)};
}

std::int64_t steps_spent(const WeightFactors& by) {
    return std::max(std::abs(by.agree_steps), std::abs(by.disagree_steps)) + 1;  // + 1: steps are rounded
}

std::int64_t deepest_faded(std::span<const float> weights) {
    static constexpr std::uint32_t kLeastNormal = 0x00800000;
    std::uint32_t deepest = 0;
    for (const float weight : weights) {
        const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(weight) & 0x7fffffff;
        if (magnitude != 0 && magnitude < kLeastNormal) deepest = std::max(deepest, kLeastNormal - magnitude);
    }
    return deepest;
}

InitialWeights initial_weights(const data::Labels& labels, bool balanced, std::size_t row) {
    const std::size_t classes = labels.classes;
    std::size_t positives = 0;
    for (std::size_t l = 0; l < classes; ++l)
        positives += labels.at(row, l) > 0;
    const bool one_sided = positives == 0 || positives == classes;
    const double row_mass = 1.0 / static_cast<double>(labels.rows);
    const auto weight = [&](std::size_t side) {
        if (side == 0) return 0.0;
        return row_mass * (balanced ? (one_sided ? 1.0 : 0.5) / static_cast<double>(side)
                                    : 1.0 / static_cast<double>(classes));
    };
    return {weight(positives), weight(classes - positives)};
}

SignedWeights::SignedWeights(const data::Labels& labels, bool balanced)
    : values_(labels.rows, labels.classes, padded_classes(labels.classes)),
      totals_(values_.stride()),
      masses_(values_.stride()) {
    for (std::size_t i = 0; i < rows(); ++i) {
        const InitialWeights initial = initial_weights(labels, balanced, i);
        for (std::size_t l = 0; l < labels.classes; ++l)
            values_(i, l) = static_cast<float>(labels.at(i, l) > 0 ? initial.positive : -initial.negative);
    }
    refresh();
}

void SignedWeights::update(std::span<const std::uint16_t> cells, std::span<const std::uint32_t> signs,
                           float agree, float disagree) {
    const Kernels& kernels = kernels_for(stride());
    const WeightFactors by = weight_factors(agree, disagree);
    steps_spent_ += steps_spent(by);
    const std::size_t blocks = (rows() + kFadingBlock - 1) / kFadingBlock;
    for_class_chunks(stride(), [&](std::size_t offset) {
        kernels.update(data() + offset, stride(), rows(), cells.data(), signs.data() + offset, by,
                       {fading_.data() + offset / 64 * blocks, steps_spent_}, totals_.data() + offset,
                       masses_.data() + offset);
    });
    mass_ = std::accumulate(masses_.begin(), masses_.end(), 0.0);
}

void SignedWeights::refresh() {
    const simd::FlushToZero mode;  // training sums in this mode, too
    const std::size_t chunks = (stride() + 63) / 64, blocks = (rows() + kFadingBlock - 1) / kFadingBlock;
    fading_.assign(chunks * blocks, {});
    steps_spent_ = deepest_faded({data(), size()});
    const std::vector<std::uint16_t> cells(rows(), 0);
    const std::vector<std::uint32_t> signs(stride(), 0);
    update(cells, signs, 1.0F, 1.0F);
}

}  // namespace reboost::learners
