#pragma once
/// Class probabilities, derivatives and loss (abc2010 eq. 1, 3, 4), eight rows abreast. exp and log are our
/// own: the library's differ between machines.
///
/// Arrays of n rows and K classes are class-major: class k of row i at k · stride + i, stride a multiple of
/// 8, on 64-byte boundaries. Rows past n are padding; they are computed and not counted.
#include <cstdint>
#include <span>

namespace reboost::learners {

/// F − max F is clamped here before exp: no probability is below e^−200, so that no denominator is 0 and no
/// product of two probabilities a denormal (robust logitboost clamps p in the denominators).
inline constexpr double kLeastExponent = -200;

struct ClassRows {
    std::size_t classes = 0, stride = 0;
    std::size_t begin = 0, end = 0;            ///< rows; begin is a multiple of 8
    const std::int32_t* true_class = nullptr;  ///< of every row, padding included
};

/// What a row's scores give. Each K · stride; 1 − p is computed from the other classes' probabilities, so
/// that small residuals of nearly certain rows keep their digits.
struct ClassDerivatives {
    double* probability;  ///< p
    double* residual;     ///< r − p
    double* curvature;    ///< p (1 − p)
};

/// Writes the derivatives of rows begin … end and adds −ln p of their true class to loss_by_class[true
/// class].
void class_derivatives(const ClassRows& rows, const double* scores, const ClassDerivatives& out,
                       std::span<double> loss_by_class);

/// A class's next tree, as the rows see it.
struct ClassStep {
    const std::uint16_t* node_of_row = nullptr;  ///< null: no tree
    const double* value_of_node = nullptr;
    double sign = 1;
    const double* factor_of_node = nullptr;  ///< e^(sign · value), for loss_after_factors
};

/// In place of a base class: F is not closed to sum 0.
inline constexpr std::size_t kNoBaseClass = static_cast<std::size_t>(-1);

/// Σ −ln p of the true class after F_k += sign · value, k ≠ base, and F_base = −Σ_{k≠base} F_k (abc2010
/// Algorithm 2, lines 8 to 12). `buffer` holds 8 K doubles, on a 64-byte boundary.
double loss_after_step(const ClassRows& rows, const double* scores, std::span<const ClassStep> steps,
                       std::size_t base, std::span<double> buffer);

/// The same from probabilities p of scores that sum to 0 over the classes: p_k times its factor, p_base over
/// the product of all factors, and no exp. For steps with Σ_k max |value_k| ≤ kMostStep. NaN where a true
/// class is so unlikely that its probability may be a clamped one.
double loss_after_factors(const ClassRows& rows, const double* probability, std::span<const ClassStep> steps,
                          std::size_t base);
inline constexpr double kMostStep = 150;

/// factors[i] = e^values[i], |values[i]| ≤ kMostStep.
void exponentials(std::span<const double> values, std::span<double> factors);

}  // namespace reboost::learners
