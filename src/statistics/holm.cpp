#include "statistics/holm.hpp"

#include "core/order.hpp"

#include <algorithm>
#include <cstddef>

namespace reboost::statistics {

std::vector<double> holm(std::span<const double> p_values) {
    const std::vector<std::size_t> order =
        order_by(p_values.size(), [p_values](std::size_t i) { return p_values[i]; });
    std::vector<double> corrected(p_values.size());
    double largest = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto left = static_cast<double>(order.size() - place);
        largest = std::max(largest, std::min(1.0, left * p_values[order[place]]));
        corrected[order[place]] = largest;
    }
    return corrected;
}

}  // namespace reboost::statistics
