#pragma once
#include <cstddef>

namespace reboost::bandits {

/// Tsallis-INF's weights with α = ½ (Zimmert & Seldin 2021): p_j = 4 (η (L̂_j − x))⁻², where L̂_j − x, the gap,
/// is losses[j] − least + distance: the least loss is as far above x as `distance` says.
struct TsallisArms {
    const double* losses;
    std::size_t count;
    double least, distance, eta;
};

struct TsallisSums {
    double weight = 0, slope = 0;  ///< Σ p, Σ p/gap
};

/// Results do not depend on the instruction set: sums are added in the order of the arms.
struct ArmWeightKernels {
    /// out[j] = e^(logs[j] − top), or e^−700 where that is more; `out` may be `logs`. No log is above `top`.
    void (*exponentials_below)(const double* logs, std::size_t count, double top, double* out);
    /// Writes the weights; returns their sum.
    double (*tsallis_weights)(const TsallisArms& arms, double* weights);
    TsallisSums (*tsallis_sums)(const TsallisArms& arms);
    void (*divide)(double* values, std::size_t count, double divisor);
    static const ArmWeightKernels portable, avx2, avx512;
};

}  // namespace reboost::bandits
