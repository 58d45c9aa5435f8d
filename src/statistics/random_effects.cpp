#include "statistics/random_effects.hpp"

#include "core/error.hpp"
#include "statistics/intervals.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace reboost::statistics {
namespace {

void check(std::span<const Effect> effects) {
    for (const Effect& effect : effects)
        if (!std::isfinite(effect.mean) || !std::isfinite(effect.variance) || effect.variance < 0)
            throw UsageError(
                "random effects: an effect and its variance must be finite, the variance not "
                "below 0");
}

bool any_infinite_weight(std::span<const Effect> effects, double tau_squared) {
    return std::ranges::any_of(effects, [&](const Effect& e) { return e.variance + tau_squared == 0; });
}

/// The weighted mean, the sum of the weights wᵢ and the sum of wᵢ(yᵢ − mean)².
struct Weighted {
    double mean = 0, weights = 0, squares = 0;
};

Weighted weighted(std::span<const Effect> effects, double tau_squared) {
    const bool equal = any_infinite_weight(effects, tau_squared);
    const auto weight = [&](const Effect& e) { return equal ? 1 : 1 / (e.variance + tau_squared); };
    Weighted result;
    for (const Effect& e : effects)
        result.weights += weight(e);
    for (const Effect& e : effects)
        result.mean += weight(e) / result.weights * e.mean;
    for (const Effect& e : effects)
        result.squares += weight(e) * (e.mean - result.mean) * (e.mean - result.mean);
    return result;
}

/// lim Σ wᵢ(yᵢ − mean)² for τ → 0: sets without variance determine the mean; infinite if they differ.
double squares_without_tau(std::span<const Effect> effects) {
    if (!any_infinite_weight(effects, 0)) return weighted(effects, 0).squares;
    const double mean = std::ranges::find(effects, 0.0, &Effect::variance)->mean;
    double squares = 0;
    for (const Effect& e : effects)
        if (e.mean != mean) squares += (e.mean - mean) * (e.mean - mean) / e.variance;
    return squares;
}

/// Paule and Mandel's τ² by bisection. The sum of squares falls with τ²; at the effects' sample variance no
/// weight exceeds its inverse, so the sum is at most k − 1 there.
double paule_mandel(std::span<const Effect> effects) {
    const double wanted = static_cast<double>(effects.size() - 1);
    if (squares_without_tau(effects) <= wanted) return 0;
    double mean = 0, low = 0, high = 0;
    for (const Effect& e : effects)
        mean += e.mean / static_cast<double>(effects.size());
    for (const Effect& e : effects)
        high += (e.mean - mean) * (e.mean - mean) / wanted;
    while (true) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return high;
        (weighted(effects, middle).squares > wanted ? low : high) = middle;
    }
}

}  // namespace

Effect effect_of(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const double mean = statistics::mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return {mean, values.size() < 2 ? 0 : squares / (n - 1) / n};
}

RandomEffects random_effects(std::span<const Effect> effects, double level) {
    check(effects);
    if (!(level > 0 && level < 1)) throw UsageError("random effects: the level must lie between 0 and 1");
    RandomEffects result;
    result.sets = effects.size();
    if (effects.size() == 1) result.mean = effects[0].mean;
    if (effects.size() < 2) return result;

    const double degrees = static_cast<double>(effects.size() - 1);
    const double tau_squared = paule_mandel(effects);
    const auto [mean, weights, squares] = weighted(effects, tau_squared);
    const double variance = squares / degrees / weights;
    const double t = student_quantile((1 + level) / 2, degrees);
    result.mean = mean;
    result.standard_error = std::sqrt(variance);
    result.low = mean - t * result.standard_error;
    result.high = mean + t * result.standard_error;
    result.p = student_p(mean, {std::sqrt(variance * static_cast<double>(result.sets)), result.sets});
    result.tau = std::sqrt(tau_squared);
    result.predicted_low = mean - t * std::sqrt(tau_squared + variance);
    result.predicted_high = mean + t * std::sqrt(tau_squared + variance);
    return result;
}

double detectable(const RandomEffects& result, double power) {
    constexpr double kUpper = 0.975;
    if (!(power > 1 - kUpper && power < 1))
        throw UsageError("detectable effect: the power must lie between 0.025 and 1");
    if (result.sets < 2) return RandomEffects::kNone;
    // Reports call this thousands of times with few different numbers of sets.
    thread_local std::map<std::pair<std::size_t, double>, double> known;
    const auto [errors, is_new] = known.try_emplace({result.sets, power});
    if (is_new) {
        const double degrees = static_cast<double>(result.sets - 1);
        errors->second = noncentrality(student_quantile(kUpper, degrees), degrees, power);
    }
    return errors->second * result.standard_error;
}

}  // namespace reboost::statistics
