#pragma once
/// Class probabilities, derivatives and losses (abc2010 eq. 1, 3, 4), one SIMD vector of rows at a time. exp
/// and log are our own, because results of the C library differ between machines.
///
/// Arrays of n rows and K classes are class-major: class k of row i at k · stride + i, stride a multiple of
/// 8, on 64-byte boundaries. Rows ≥ n are padding; they are computed but do not count in losses.
#include "simd/isa.hpp"

#include <cstddef>
#include <cstdint>

namespace reboost::boosting {

/// F − max F is clamped to this before exp. No probability is below e^−200, so no denominator is 0 and no
/// product of two probabilities is denormal (robust logitboost clamps p in the denominators).
inline constexpr double kLeastExponent = -200;

struct ClassRows {
    std::size_t classes = 0, stride = 0;
    std::size_t begin = 0, end = 0;            ///< rows; begin is a multiple of 8
    const std::int32_t* true_class = nullptr;  ///< one per row, padding included
};

/// Probabilities from scores. 1 − p of the likeliest class is the sum of the other classes' probabilities, so
/// that small residuals of nearly certain rows keep their digits.
struct ClassProbabilities {
    double* probability;      ///< p: K · stride
    double* rest;             ///< 1 − p of the likeliest class: stride
    std::int32_t* likeliest;  ///< stride
};
struct KnownProbabilities {
    const double* probability;
    const double* rest;
    const std::int32_t* likeliest;
};

/// Values of one class on some rows.
struct ClassTile {
    const double* probability;
    const double* residual;
    const double* curvature;
};

/// The hypothetical step of one class: the node of each row and the value of each node.
struct ClassStep {
    const std::uint16_t* node_of_row = nullptr;  ///< nullptr: no tree
    const double* value_of_node = nullptr;
    double sign = 1;
    const double* factor_of_node = nullptr;  ///< e^(sign · value), for `after_factors`
};

/// Stands for "no base class": the scores of a row need not sum to 0.
inline constexpr std::size_t kNoBaseClass = static_cast<std::size_t>(-1);

inline constexpr double kMostStep = 150;

/// Compiled for each instruction set.
struct SoftmaxKernels {
    /// Writes p of rows [begin, end); adds −ln p_c of each row's true class c to loss_by_class[c].
    void (*probabilities)(const ClassRows& rows, const double* scores, const ClassProbabilities& out,
                          double* loss_by_class);
    /// Writes r_k − p_k and p_k (1 − p_k) of class k (eq. 4, the first negated) of rows [begin, end) to two
    /// arrays on 64-byte boundaries, from element 0; up to seven more values are written.
    void (*derivatives)(const ClassRows& rows, const KnownProbabilities& known, std::size_t k,
                        double* residual, double* curvature);
    /// Writes the derivatives by F_k under the sum-to-zero constraint with base b (eq. 10 negated, and 11):
    /// (r_k − p_k) − (r_b − p_b) and p_b (1 − p_b) + p_k (1 − p_k) + 2 p_b p_k. Swapping k and b negates the
    /// first and keeps the second exactly. Arrays as in `derivatives`.
    void (*pair_derivatives)(std::size_t count, const ClassTile& of_class, const ClassTile& of_base,
                             double* gradient, double* hessian);
    /// Returns Σ −ln p of true classes after F_k += sign · value, k ≠ base, and F_base = −Σ_{k≠base} F_k
    /// (abc2010 Algorithm 2, lines 8 to 13). K `steps`; `buffer`: 8 K doubles on a 64-byte boundary.
    double (*after_step)(const ClassRows& rows, const double* scores, const ClassStep* steps,
                         std::size_t base, double* buffer);
    /// Returns the same sum without exp, from probabilities p of scores that sum to 0 over the classes: p_k
    /// is multiplied by its factor, p_base divided by the product of all factors. Requires Σ_k max |value_k|
    /// ≤ kMostStep. Returns NaN if a true class is so unlikely that its probability may have been clamped.
    double (*after_factors)(const ClassRows& rows, const double* probability, const ClassStep* steps,
                            std::size_t base);
    /// Sets factors[i] = e^values[i], |values[i]| ≤ kMostStep.
    void (*exponentials)(const double* values, std::size_t count, double* factors);
    static const SoftmaxKernels portable, avx2, avx512;
};

inline const SoftmaxKernels& softmax_kernels() {
    return simd::kernels<SoftmaxKernels>();
}

}  // namespace reboost::boosting
