#include "statistics/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace reboost::statistics {

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [p_values](std::size_t i) { return p_values[i]; });
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
