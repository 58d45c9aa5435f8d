#include "bandits/parts/beta_tail.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace reboost::bandits {
namespace {

/// Without the detour by long double, several times as fast.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double log_beta(double a, double b) {
    return boost::math::lgamma(a, InDouble()) + boost::math::lgamma(b, InDouble()) -
           boost::math::lgamma(a + b, InDouble());
}

/// x ln y with 0 ln 0 = 0.
double x_log_y(double x, double y) {
    return x > 0 ? x * std::log(y) : 0;
}

}  // namespace

double beta_tail(double alpha, double beta, double level) {
    return boost::math::ibetac(alpha, beta, level, InDouble());
}

double draw_beta_above(double alpha, double beta, double level, double tail, Rng& rng) {
    constexpr double kOften = 0.25;  // above this, drawing until one is above the level costs less
    if (tail >= kOften) {
        for (;;)
            if (const double x = draw_beta(alpha, beta, rng); x > level) return x;
    }
    // The logarithm of the density is concave: from the level on it is below its tangent there, and below its
    // maximum. Rejection under the tangent where that falls steeply, else under the maximum.
    const double p = alpha - 1, q = beta - 1, width = 1 - level;
    const auto log_ratio = [&](double x) { return x_log_y(p, x / level) + x_log_y(q, (1 - x) / width); };
    const double slope = p / level - q / width;
    const double mode = p > 0 ? std::max(level, p / (p + q)) : level;
    const double highest = log_ratio(std::min(mode, std::nextafter(1.0, 0.0)));
    const bool steep = slope * width < -1;
    for (;;) {
        const double x = steep ? level + std::log(1 - rng.uniform()) / slope : level + width * rng.uniform();
        if (x <= level || x >= 1) continue;
        const double envelope = steep ? slope * (x - level) : highest;
        if (std::log(1 - rng.uniform()) <= log_ratio(x) - envelope) return x;
    }
}

double draw_beta_below(double alpha, double beta, double level, double tail, Rng& rng) {
    return 1 - draw_beta_above(beta, alpha, 1 - level, 1 - tail, rng);
}

double evidence_growth(double successes, double failures, double share) {
    const double evidence = successes + failures;
    if (evidence == 0) return 1;
    const double lost = x_log_y(successes, successes / evidence) + x_log_y(failures, failures / evidence);
    return std::exp(log_beta(1 + share * successes, 1 + share * failures) -
                    log_beta(1 + successes, 1 + failures) + (1 - share) * lost);
}

}  // namespace reboost::bandits
