#include "statistics/intervals.hpp"

#include "core/error.hpp"
#include "statistics/distributions.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::statistics {
namespace {

constexpr double kUpper = 0.975;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double variance_of_mean(Sample sample) {
    return sample.sd * sample.sd / static_cast<double>(sample.n);
}

/// Welch and Satterthwaite's degrees of freedom.
double welch_degrees(Sample a, Sample b) {
    const double va = variance_of_mean(a), vb = variance_of_mean(b), sum = va + vb;
    if (sum == 0) return static_cast<double>(a.n + b.n - 2);
    return sum * sum / (va * va / static_cast<double>(a.n - 1) + vb * vb / static_cast<double>(b.n - 1));
}

double two_sided_p(double difference, double variance, double degrees) {
    if (variance == 0) return difference == 0 ? 1 : 0;
    return f_tail(difference * difference / variance, 1, degrees);
}

/// a = Σ d³ / (6 (Σ d²)^{3/2}), d the distances of the jackknife values below their mean.
double acceleration(std::span<const double> jackknife) {
    if (jackknife.size() < 2) return 0;
    const double centre = mean(jackknife);
    double squares = 0, cubes = 0;
    for (const double value : jackknife) {
        const double d = centre - value;
        squares += d * d;
        cubes += d * d * d;
    }
    return squares > 0 ? cubes / (6 * squares * std::sqrt(squares)) : 0;
}

double order_statistic(std::span<const double> sorted, double level) {
    const auto count = static_cast<double>(sorted.size());
    const double place = std::clamp(level * (count + 1) - 1, 0.0, count - 1);
    const auto lower = static_cast<std::size_t>(place);
    const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
    return sorted[lower] + (place - static_cast<double>(lower)) * (sorted[upper] - sorted[lower]);
}

/// A replicate-by-replicate redraw of one set's mean.
double redrawn_mean(std::span<const double> values, Rng& rng) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sum += values[rng.below(values.size())];
    return sum / static_cast<double>(values.size());
}

}  // namespace

Interval bca_interval(double estimate, std::vector<double> draws, std::span<const double> jackknife,
                      double level) {
    std::ranges::sort(draws);
    const auto [first_equal, last_equal] = std::equal_range(draws.begin(), draws.end(), estimate);
    const auto count = static_cast<double>(draws.size());
    const double below =
        static_cast<double>(first_equal - draws.begin()) + static_cast<double>(last_equal - first_equal) / 2;
    const double bias = normal_quantile(std::clamp(below / count, 0.5 / count, 1 - 0.5 / count));
    const double a = acceleration(jackknife);
    const auto end = [&](double p) {
        const double z = bias + normal_quantile(p);
        return order_statistic(draws, normal_cdf(bias + z / (1 - a * z)));
    };
    return {estimate, end((1 - level) / 2), end((1 + level) / 2)};
}

Interval paired_difference(std::span<const std::vector<double>> differences, Rng& rng,
                           const BootstrapOptions& options) {
    if (differences.empty() || std::ranges::any_of(differences, [](const auto& set) { return set.empty(); }))
        throw UsageError("a paired difference needs at least one data set, each with at least one replicate");
    std::vector<double> set_means;
    for (const std::vector<double>& set : differences)
        set_means.push_back(mean(set));
    std::vector<double> draws(options.draws);
    for (double& draw : draws) {
        double sum = 0;
        for (std::size_t i = 0; i < differences.size(); ++i)
            sum += redrawn_mean(differences[rng.below(differences.size())], rng);
        draw = sum / static_cast<double>(differences.size());
    }
    const std::span<const double> units = differences.size() > 1 ? set_means : differences.front();
    const std::vector<double> jackknife = units.size() > 1 ? means_without_one(units) : std::vector<double>{};
    return bca_interval(mean(set_means), std::move(draws), jackknife, options.level);
}

double half_interval(Sample sample) {
    const double t = sample.n < 2 ? std::numeric_limits<double>::infinity()
                                  : student_quantile(kUpper, static_cast<double>(sample.n - 1));
    return t * std::sqrt(variance_of_mean(sample));
}

double half_interval(Sample a, Sample b) {
    const double t = std::min(a.n, b.n) < 2 ? std::numeric_limits<double>::infinity()
                                            : student_quantile(kUpper, welch_degrees(a, b));
    return t * std::sqrt(variance_of_mean(a) + variance_of_mean(b));
}

double student_p(double mean, Sample sample) {
    if (sample.n < 2 || std::isnan(mean) || std::isnan(sample.sd)) return kNone;
    return two_sided_p(mean, variance_of_mean(sample), static_cast<double>(sample.n - 1));
}

double welch_p(double mean_difference, Sample a, Sample b) {
    if (std::min(a.n, b.n) < 2 || std::isnan(mean_difference) || std::isnan(a.sd + b.sd)) return kNone;
    return two_sided_p(mean_difference, variance_of_mean(a) + variance_of_mean(b), welch_degrees(a, b));
}

}  // namespace reboost::statistics
