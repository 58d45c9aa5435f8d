#pragma once
#include <cstddef>

namespace reboost::bandits {

/// Tsallis-INF's weights with α = ½ (Zimmert & Seldin 2021): p_j = 4 (η (L̂_j − x))⁻². The gap L̂_j − x is
/// losses[j] − least + distance; `distance` is the gap of the least loss.
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
    /// Writes out[j] = max(e^(logs[j] − top), e^−700); `out` may be `logs`. logs[j] ≤ top.
    void (*exponentials_below)(const double* logs, std::size_t count, double top, double* out);
    /// Writes the weights; returns their sum.
    double (*tsallis_weights)(const TsallisArms& arms, double* weights);
    TsallisSums (*tsallis_sums)(const TsallisArms& arms);
    void (*divide)(double* values, std::size_t count, double divisor);
    static const ArmWeightKernels portable, avx2, avx512;
};

}  // namespace reboost::bandits
