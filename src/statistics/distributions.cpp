#include "statistics/distributions.hpp"

#include <cmath>

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

}  // namespace reboost::statistics
