#include "statistics/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/roots.hpp>

namespace reboost::statistics {

namespace math = boost::math;

double normal_cdf(double z) {
    return std::erfc(-z / std::sqrt(2.0)) / 2;
}

double student_quantile(double p, double degrees) {
    return math::quantile(math::students_t(degrees), p);
}

double noncentrality(double x, double degrees, double tail) {
    const auto excess = [&](double delta) {
        return math::cdf(math::complement(math::non_central_t(degrees, delta), x)) - tail;
    };
    double far = x;
    while (excess(far) < 0)
        far *= 2;
    std::uintmax_t steps = 200;
    const auto [low, high] =
        math::tools::toms748_solve(excess, 0.0, far, math::tools::eps_tolerance<double>(45), steps);
    return (low + high) / 2;
}

double f_tail(double x, double degrees1, double degrees2) {
    if (std::isinf(x)) return 0;
    return math::cdf(math::complement(math::fisher_f(degrees1, degrees2), x));
}

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

/// The 97.5% quantile of Student's t. Those for small samples are kept, because figures ask for them
/// thousands of times and each takes microseconds.
double upper_student_quantile(std::size_t degrees) {
    static const auto kOfFew = [] {
        std::array<double, 32> quantiles{};
        for (std::size_t of = 1; of < quantiles.size(); ++of)
            quantiles[of] = student_quantile(kUpper, static_cast<double>(of));
        return quantiles;
    }();
    return degrees < kOfFew.size() ? kOfFew[degrees] : student_quantile(kUpper, static_cast<double>(degrees));
}

double two_sided_p(double difference, double variance, double degrees) {
    if (variance == 0) return difference == 0 ? 1 : 0;
    return f_tail(difference * difference / variance, 1, degrees);
}

}  // namespace

double half_interval(Sample sample) {
    const double t =
        sample.n < 2 ? std::numeric_limits<double>::infinity() : upper_student_quantile(sample.n - 1);
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
