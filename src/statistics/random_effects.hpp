#pragma once
/// The mean of an effect over data sets that differ by more than the noise of their splits.
#include <cstddef>
#include <limits>
#include <span>

namespace reboost::statistics {

/// One data set's effect (a mean log ratio over its splits) and the variance of that mean.
struct Effect {
    double mean = 0;
    double variance = 0;
};

/// The mean of the values (at least one) and the variance s²/n of that mean; 0 for one value.
Effect effect_of(std::span<const double> values);

/// Estimates in the model yᵢ = μ + uᵢ + eᵢ, Var uᵢ = τ², Var eᵢ = vᵢ known. NaN: the estimate does not exist.
struct RandomEffects {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double mean = kNone;            ///< estimate of μ with weights wᵢ = 1/(vᵢ + τ²)
    double standard_error = kNone;  ///< standard error of the mean: √(Σ wᵢ(yᵢ − mean)² / ((k − 1) Σ wᵢ))
    double low = kNone, high = kNone;  ///< interval of μ: mean ± t_{k−1} · standard error
    double p = kNone;                  ///< two-sided p-value of μ = 0 with the same t
    double tau = kNone;                ///< standard deviation τ between sets
    double predicted_low = kNone, predicted_high = kNone;  ///< for a new set: mean ± t_{k−1} √(τ² + se²)
    std::size_t sets = 0;                                  ///< k, the number of data sets
};

/// τ² is Paule & Mandel's (1982) estimate: Σ wᵢ(yᵢ − mean)² = k − 1, or 0 if the sum at τ = 0 is ≤ k − 1.
/// Standard error and interval are those of Hartung & Knapp (2001; Sidik & Jonkman 2002), without a lower
/// bound on the standard error. R's metafor agrees: predict(rma(y, v, method = "PM", test = "knha")).
///
/// A variance may be 0: a set of one split, or with equal splits. If τ = 0, too, all sets get equal weights
/// instead of infinite ones, and standard error, interval and p are those of Student's t-test of the effects.
/// One set has only a mean; without sets all estimates are NaN. Throws UsageError if an effect or a variance
/// is not finite, a variance is negative, or `level` is not between 0 and 1.
RandomEffects random_effects(std::span<const Effect> effects, double level = 0.95);

/// The smallest |μ| that a two-sided 5% test detects with probability `power`, 0.025 < power < 1, given this
/// standard error. Computed with the noncentral t distribution, as in R's power.t.test. NaN if there are
/// fewer than two sets. Throws UsageError for another power.
double detectable(const RandomEffects& result, double power = 0.8);

}  // namespace reboost::statistics
