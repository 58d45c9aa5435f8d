#pragma once
#include <cstddef>

namespace reboost::bandits {

struct ExponentialKernels {
    /// out[j] = e^(logs[j] − top), or e^−700 where that is more; `out` may be `logs`. No log is above `top`.
    /// The result does not depend on the instruction set.
    void (*below)(const double* logs, std::size_t count, double top, double* out);
    static const ExponentialKernels portable, avx2, avx512;
};

}  // namespace reboost::bandits
