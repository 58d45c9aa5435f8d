#include "bandits/kernels/exponentials.hpp"

#include "simd/double_vectors.hpp"

namespace reboost::bandits {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

[[gnu::always_inline]] inline Double exponential_below(Double log, double top) {
    const Double x = log - top, least = Double{} - 700.0;
    return exponential(x > least ? x : least);
}

static void below(const double* logs, std::size_t count, double top, double* out) {
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

}  // namespace REBOOST_ISA

const ExponentialKernels ExponentialKernels::REBOOST_ISA = {REBOOST_ISA::below};

}  // namespace reboost::bandits
