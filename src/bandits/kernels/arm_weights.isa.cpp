#include "bandits/kernels/arm_weights.hpp"

#include "simd/double_vectors.hpp"

namespace reboost::bandits {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

[[gnu::always_inline]] inline Double exponential_below(Double log, double top) {
    const Double x = log - top, least = Double{} - 700.0;
    return exponential(x > least ? x : least);
}

static void exponentials_below(const double* logs, std::size_t count, double top, double* out) {
    std::size_t j = 0;
    for (; j + kLanes <= count; j += kLanes)
        *reinterpret_cast<UnalignedDouble*>(out + j) =
            exponential_below(*reinterpret_cast<const UnalignedDouble*>(logs + j), top);
    Double rest{};
    for (std::size_t lane = 0; j + lane < count; ++lane)
        rest[lane] = logs[j + lane];
    rest = exponential_below(rest, top);
    for (std::size_t lane = 0; j + lane < count; ++lane)
        out[j + lane] = rest[lane];
}

[[gnu::always_inline]] inline double gap_of(const TsallisArms& arms, std::size_t arm) {
    return arms.losses[arm] - arms.least + arms.distance;
}
[[gnu::always_inline]] inline double weight_of(const TsallisArms& arms, double gap) {
    const double root = 2 / (arms.eta * gap);
    return root * root;
}

constexpr std::size_t kBlock = 16;

/// Calls visit(first, count) for blocks of arms: a block's divisions overlap the previous block's sums.
template <class Visit>
[[gnu::always_inline]] inline void for_blocks(const TsallisArms& arms, const Visit& visit) {
    const std::size_t whole = arms.count / kBlock * kBlock;
    for (std::size_t first = 0; first < whole; first += kBlock)
        visit(first, kBlock);
    visit(whole, arms.count - whole);
}

static double tsallis_weights(const TsallisArms& arms, double* weights) {
    double sum = 0;
    for_blocks(arms, [&](std::size_t first, std::size_t count) {
        for (std::size_t arm = first; arm < first + count; ++arm)
            weights[arm] = weight_of(arms, gap_of(arms, arm));
        for (std::size_t arm = first; arm < first + count; ++arm)
            sum += weights[arm];
    });
    return sum;
}

static TsallisSums tsallis_sums(const TsallisArms& arms) {
    TsallisSums sums;
    for_blocks(arms, [&](std::size_t first, std::size_t count) {
        double weights[kBlock], slopes[kBlock];
        for (std::size_t i = 0; i < count; ++i) {
            const double gap = gap_of(arms, first + i);
            weights[i] = weight_of(arms, gap);
            slopes[i] = weights[i] / gap;
        }
        for (std::size_t i = 0; i < count; ++i) {
            sums.weight += weights[i];
            sums.slope += slopes[i];
        }
    });
    return sums;
}

static void divide(double* values, std::size_t count, double divisor) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] /= divisor;
}

}  // namespace REBOOST_ISA

const ArmWeightKernels ArmWeightKernels::REBOOST_ISA = {REBOOST_ISA::exponentials_below,
                                                        REBOOST_ISA::tsallis_weights,
                                                        REBOOST_ISA::tsallis_sums, REBOOST_ISA::divide};

}  // namespace reboost::bandits
