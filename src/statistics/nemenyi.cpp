#include "statistics/nemenyi.hpp"

#include "statistics/distributions.hpp"

#include <cmath>
#include <numbers>

namespace reboost::statistics {
namespace {

double standard_error(std::size_t methods, std::size_t sets) {
    const auto k = static_cast<double>(methods);
    return std::sqrt(k * (k + 1) / (6 * static_cast<double>(sets)));
}

}  // namespace

double nemenyi_critical_difference(std::size_t methods, std::size_t sets, double alpha) {
    return range_quantile(1 - alpha, static_cast<int>(methods)) / std::numbers::sqrt2 *
           standard_error(methods, sets);
}

double nemenyi_p(double rank_difference, std::size_t methods, std::size_t sets) {
    const double q = std::abs(rank_difference) / standard_error(methods, sets) * std::numbers::sqrt2;
    return 1 - range_cdf(q, static_cast<int>(methods));
}

}  // namespace reboost::statistics
