#pragma once
/// The loss after a hypothetical step, by which an abc method compares candidate base classes (abc2010
/// Algorithm 2, line 13).
#include "boosting/gradient/kernels/softmax.hpp"

namespace reboost::learners {

/// The step of one class: node numbers of rows, values of nodes.
struct ClassStep {
    const std::uint16_t* node_of_row = nullptr;  ///< null: no tree
    const double* value_of_node = nullptr;
    double sign = 1;
    const double* factor_of_node = nullptr;  ///< e^(sign · value), for loss_after_factors
};

/// In place of a base class: the scores of a row need not sum to 0.
inline constexpr std::size_t kNoBaseClass = static_cast<std::size_t>(-1);

/// Σ −ln p of the true class after F_k += sign · value, k ≠ base, and F_base = −Σ_{k≠base} F_k (abc2010
/// Algorithm 2, lines 8 to 12). `buffer` holds 8 K doubles, on a 64-byte boundary.
double loss_after_step(const ClassRows& rows, const double* scores, std::span<const ClassStep> steps,
                       std::size_t base, std::span<double> buffer);

/// The same without exp, from the probabilities p of scores that sum to 0 over the classes: p_k is multiplied
/// by its factor, p_base divided by the product of all factors. Requires Σ_k max |value_k| ≤ kMostStep. NaN
/// if a true class is so unlikely that its probability may have been clamped.
double loss_after_factors(const ClassRows& rows, const double* probability, std::span<const ClassStep> steps,
                          std::size_t base);
inline constexpr double kMostStep = 150;

/// factors[i] = e^values[i], |values[i]| ≤ kMostStep.
void exponentials(std::span<const double> values, std::span<double> factors);

/// The same, compiled for each instruction set.
struct LossKernels {
    double (*after_step)(const ClassRows& rows, const double* scores, const ClassStep* steps,
                         std::size_t base, double* buffer);
    double (*after_factors)(const ClassRows& rows, const double* probability, const ClassStep* steps,
                            std::size_t base);
    void (*exponentials)(const double* values, std::size_t count, double* factors);
    static const LossKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
