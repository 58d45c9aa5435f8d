#include "statistics/nemenyi.hpp"

#include "statistics/distributions.hpp"

#include <cmath>
#include <numbers>

namespace reboost::statistics {
double nemenyi_critical_difference(std::size_t methods, std::size_t sets, double alpha) {
    const auto k = static_cast<double>(methods);
    const double standard_error = std::sqrt(k * (k + 1) / (6 * static_cast<double>(sets)));
    return studentised_range_quantile(1 - alpha, static_cast<int>(methods)) / std::numbers::sqrt2 *
           standard_error;
}

}  // namespace reboost::statistics
