#include "bandits/parts/deviates.hpp"

#include <array>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace reboost::bandits {
namespace {

/// Computes in double instead of long double, which is several times as fast.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double log_beta(double a, double b) {
    return boost::math::lgamma(a, InDouble()) + boost::math::lgamma(b, InDouble()) -
           boost::math::lgamma(a + b, InDouble());
}

/// Returns x ln y with 0 ln 0 = 0.
double x_log_y(double x, double y) {
    return x > 0 ? x * std::log(y) : 0;
}

/// Returns ln n! from a table if n < 64, else by Stirling's series (error below 1e-12).
double log_factorial(std::uint64_t n) {
    constexpr std::size_t kTable = 64;
    static const auto table = [] {
        std::array<double, kTable> logs{};
        for (std::size_t i = 2; i < kTable; ++i)
            logs[i] = logs[i - 1] + std::log(static_cast<double>(i));
        return logs;
    }();
    if (n < kTable) return table[n];
    const auto x = static_cast<double>(n);
    return (x + 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi) +
           1 / x * (1.0 / 12 - 1 / (360 * x * x));
}

double log_choose(std::uint64_t n, std::uint64_t k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

double Normal::exact(double tail) {
    return std::numbers::sqrt2 * boost::math::erfc_inv(2 * tail, InDouble());
}

std::uint64_t draw_hypergeometric(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn,
                                  Rng& rng) {
    const std::uint64_t unmarked = population - marked;
    const std::uint64_t least = drawn > unmarked ? drawn - unmarked : 0, most = std::min(drawn, marked);
    if (least == most) return least;
    const double exact_mode = (static_cast<double>(drawn) + 1) * (static_cast<double>(marked) + 1) /
                              (static_cast<double>(population) + 2);
    const std::uint64_t mode = std::clamp(static_cast<std::uint64_t>(exact_mode), least, most);
    const double at_mode = std::exp(log_choose(marked, mode) + log_choose(unmarked, drawn - mode) -
                                    log_choose(population, drawn));
    const auto K = static_cast<double>(marked), n = static_cast<double>(drawn),
               rest = static_cast<double>(unmarked);
    // Subtracts probability masses from the mode outwards, alternately above and below.
    double left = rng.uniform() - at_mode;
    double up = at_mode, down = at_mode;
    std::uint64_t high = mode, low = mode;
    while (left >= 0 && (high < most || low > least)) {
        if (high < most) {
            const auto x = static_cast<double>(high++);
            up *= (K - x) * (n - x) / ((x + 1) * (rest - n + x + 1));
            if ((left -= up) < 0) return high;
        }
        if (low > least) {
            const auto x = static_cast<double>(low--);
            down *= x * (rest - n + x) / ((K - x + 1) * (n - x + 1));
            if ((left -= down) < 0) return low;
        }
    }
    return mode;
}

double beta_tail(double alpha, double beta, double level) {
    return boost::math::ibetac(alpha, beta, level, InDouble());
}

double draw_beta_above(double alpha, double beta, double level, double tail, Rng& rng) {
    constexpr double kOften = 0.25;  // for larger tails, drawing until a draw exceeds the level is cheaper
    if (tail >= kOften) {
        for (;;)
            if (const double x = draw_beta(alpha, beta, rng); x > level) return x;
    }
    // The log-density is concave: above the level it is below its tangent at the level, and below its
    // maximum. Rejection sampling uses the tangent if it falls steeply, else the maximum.
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
