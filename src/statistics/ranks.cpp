#include "statistics/ranks.hpp"

#include "core/order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace reboost::statistics {

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> means_without_one(std::span<const double> values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    std::vector<double> means;
    for (const double value : values)
        means.push_back((sum - value) / static_cast<double>(values.size() - 1));
    return means;
}

MidRanks midranks(std::span<const double> values) {
    MidRanks result;
    result.ranks.resize(values.size());
    const std::vector<std::size_t> order =
        order_by(values.size(), [values](std::size_t i) { return values[i]; });
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        const auto equal = static_cast<double>(end - first);
        for (std::size_t place = first; place < end; ++place)
            result.ranks[order[place]] = static_cast<double>(first + 1 + end) / 2;
        result.ties += equal * equal * equal - equal;
    }
    return result;
}

double rank_correlation(std::span<const double> x, std::span<const double> y) {
    const std::vector<double> a = midranks(x).ranks, b = midranks(y).ranks;
    const double middle = (static_cast<double>(x.size()) + 1) / 2;
    double both = 0, of_a = 0, of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - middle) * (b[i] - middle);
        of_a += (a[i] - middle) * (a[i] - middle);
        of_b += (b[i] - middle) * (b[i] - middle);
    }
    return both / std::sqrt(of_a * of_b);
}

double median(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::size_t upper = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
}

}  // namespace reboost::statistics
