#include "statistics/distributions.hpp"

#include <cmath>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>

namespace reboost::statistics {

namespace math = boost::math;

double normal_cdf(double z) {
    return std::erfc(-z / std::sqrt(2.0)) / 2;
}

double normal_quantile(double p) {
    return math::quantile(math::normal(), p);
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

double chi_squared_tail(double x, double degrees) {
    if (std::isinf(x)) return 0;
    return math::cdf(math::complement(math::chi_squared(degrees), x));
}

double f_tail(double x, double degrees1, double degrees2) {
    if (std::isinf(x)) return 0;
    return math::cdf(math::complement(math::fisher_f(degrees1, degrees2), x));
}

double range_cdf(double q, int k) {
    if (q <= 0) return 0;
    if (std::isinf(q)) return 1;
    constexpr double kNegligible = 9;  // φ(9) is 1e-18
    const auto integrand = [q, k](double z) {
        return math::pdf(math::normal(), z) * std::pow(normal_cdf(z) - normal_cdf(z - q), k - 1);
    };
    const double integral = math::quadrature::gauss_kronrod<double, 31>::integrate(integrand, -kNegligible,
                                                                                   kNegligible, 15, 1e-13);
    return std::fmin(1, k * integral);
}

double studentised_range_quantile(double p, int k) {
    constexpr double kFar = 60;  // beyond any quantile that a double can tell from 1
    std::uintmax_t steps = 200;
    const auto [low, high] =
        math::tools::toms748_solve([p, k](double q) { return range_cdf(q, k) - p; }, 0.0, kFar, -p, 1 - p,
                                   math::tools::eps_tolerance<double>(45), steps);
    return (low + high) / 2;
}

}  // namespace reboost::statistics
