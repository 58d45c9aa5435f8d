#include "statistics/vargha_delaney.hpp"

#include "statistics/ranks.hpp"

#include <numeric>
#include <vector>

namespace reboost::statistics {

double vargha_delaney_a(std::span<const double> first, std::span<const double> second) {
    std::vector<double> both(first.begin(), first.end());
    both.insert(both.end(), second.begin(), second.end());
    const std::vector<double> ranks = midranks(both).ranks;
    const auto m = static_cast<double>(first.size()), n = static_cast<double>(second.size());
    const double rank_sum =
        std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(first.size()), 0.0);
    return (rank_sum / m - (m + 1) / 2) / n;
}

}  // namespace reboost::statistics
