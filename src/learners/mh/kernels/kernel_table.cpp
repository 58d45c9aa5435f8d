#include "learners/mh/kernels/kernel_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace reboost::learners {

namespace {

std::size_t width_index(std::size_t padded) {
    static constexpr std::size_t kWidths[] = {1, 4, 8, 16, 32, 48, 64};
    for (std::size_t i = 0; i < 7; ++i)
        if (padded <= kWidths[i]) return i;
    return 6;
}

}  // namespace

std::size_t padded_classes(std::size_t classes) {
    for (const std::size_t width : {1, 4, 8, 16, 32, 48, 64})
        if (classes <= width) return width;
    return (classes + 63) / 64 * 64;
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
    return std::max(std::abs(by.agree_steps), std::abs(by.disagree_steps)) + 1;  // they are rounded
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

const Kernels& kernels_for(std::size_t padded, simd::Isa isa) {
    return simd::kernels<KernelTables>(isa).of_width[width_index(padded)];
}

}  // namespace reboost::learners
