#include "bandits/kernels/tsallis.hpp"

namespace reboost::bandits {
namespace REBOOST_ISA {

[[gnu::always_inline]] inline double gap_of(const TsallisArms& arms, std::size_t arm) {
    return arms.losses[arm] - arms.least + arms.distance;
}
[[gnu::always_inline]] inline double weight_of(const TsallisArms& arms, double gap) {
    const double root = 2 / (arms.eta * gap);
    return root * root;
}

constexpr std::size_t kBlock = 16;

/// Calls visit(first, count) for blocks of arms: what is divided in a block is divided several at once,
/// beside the sums of the block before.
template <class Visit>
[[gnu::always_inline]] inline void for_blocks(const TsallisArms& arms, const Visit& visit) {
    const std::size_t whole = arms.count / kBlock * kBlock;
    for (std::size_t first = 0; first < whole; first += kBlock)
        visit(first, kBlock);
    visit(whole, arms.count - whole);
}

static double weights(const TsallisArms& arms, double* weights) {
    double sum = 0;
    for_blocks(arms, [&](std::size_t first, std::size_t count) {
        for (std::size_t arm = first; arm < first + count; ++arm)
            weights[arm] = weight_of(arms, gap_of(arms, arm));
        for (std::size_t arm = first; arm < first + count; ++arm)
            sum += weights[arm];
    });
    return sum;
}

static TsallisSums sums(const TsallisArms& arms) {
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

const TsallisKernels TsallisKernels::REBOOST_ISA = {REBOOST_ISA::weights, REBOOST_ISA::sums,
                                                    REBOOST_ISA::divide};

}  // namespace reboost::bandits
