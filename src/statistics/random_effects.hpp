#pragma once
/// The average of an effect over data sets, which differ by more than the noise of their splits.
#include <cstddef>
#include <limits>
#include <span>

namespace reboost::statistics {

/// One data set's effect (a mean log ratio over its splits) and the variance of that mean.
struct Effect {
    double mean = 0;
    double variance = 0;
};

/// The mean of these values, which are not empty, and the variance of that mean: s²/n; of one value 0.
Effect effect_of(std::span<const double> values);

/// Estimates in the model yᵢ = μ + uᵢ + eᵢ, Var uᵢ = τ², Var eᵢ = vᵢ known. NaN: the number does not exist.
struct RandomEffects {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double mean = kNone;               ///< of μ: weights wᵢ = 1/(vᵢ + τ²)
    double standard_error = kNone;     ///< of the mean: √(Σ wᵢ(yᵢ − mean)² / ((k − 1) Σ wᵢ))
    double low = kNone, high = kNone;  ///< interval of μ: mean ± t_{k−1} · standard error
    double p = kNone;                  ///< two-sided, of μ = 0, by the same t
    double tau = kNone;                ///< standard deviation between sets
    double predicted_low = kNone, predicted_high = kNone;  ///< of a new set: mean ± t_{k−1} √(τ² + se²)
    std::size_t sets = 0;                                  ///< k
};

/// τ² is Paule & Mandel's (1982): Σ wᵢ(yᵢ − mean)² = k − 1, or 0 where the sum is no larger at τ = 0.
/// Standard error and interval are Hartung & Knapp's (2001; Sidik & Jonkman 2002), without a lower bound on
/// the standard error. The same numbers as R's metafor: predict(rma(y, v, method = "PM", test = "knha")).
///
/// A variance may be 0: a set of one split, or of splits that do not differ. Where τ = 0, too, all sets get
/// equal weights instead of an infinite one, and standard error, interval and p are those of Student's t-test
/// of the effects. With one set there is a mean only, with none nothing. Throws UsageError where an effect or
/// a variance is not finite, a variance is negative, or `level` is not between 0 and 1.
RandomEffects random_effects(std::span<const Effect> effects, double level = 0.95);

/// The smallest |μ| that a two-sided test at 5% finds with this power, 0.025 < power < 1, were the standard
/// error what it is here: in terms of the noncentral t distribution, as R's power.t.test. NaN below two sets.
/// Throws UsageError for another power.
double detectable(const RandomEffects& result, double power = 0.8);

}  // namespace reboost::statistics
