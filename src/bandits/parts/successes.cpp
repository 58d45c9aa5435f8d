#include "bandits/parts/successes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace reboost::bandits {
namespace {

/// ln n!: a table, then Stirling's series (error below 1e-12 from n = 64).
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
    // Masses are taken from the mode outwards, up and down in turn.
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

}  // namespace reboost::bandits
