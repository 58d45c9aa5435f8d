#include "metrics/curves.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace reboost::metrics {
namespace {

void require_equal(std::size_t a, std::size_t b) {
    if (a != b)
        throw UsageError("the arrays of a curve have " + std::to_string(a) + " and " + std::to_string(b) +
                         " elements");
}

/// First index whose round is in the last fifth before `last`.
std::size_t window_start(std::span<const std::int64_t> rounds, std::int64_t last, std::size_t from) {
    while (5 * rounds[from] < 4 * last)
        ++from;
    return from;
}

}  // namespace

std::vector<double> smoothed_error(std::span<const std::int64_t> rounds, std::span<const double> errors) {
    require_equal(rounds.size(), errors.size());
    std::vector<double> sums(errors.size() + 1, 0);
    for (std::size_t i = 0; i < errors.size(); ++i)
        sums[i + 1] = sums[i] + errors[i];
    std::vector<double> smoothed(errors.size());
    std::size_t start = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        start = window_start(rounds, rounds[i], start);
        smoothed[i] = (sums[i + 1] - sums[start]) / static_cast<double>(i + 1 - start);
    }
    return smoothed;
}

AsymptoticError asymptotic_error(std::span<const std::int64_t> rounds, std::span<const double> errors) {
    require_equal(rounds.size(), errors.size());
    if (rounds.empty()) throw UsageError("an empty curve has no asymptotic error");
    const auto last = errors.subspan(window_start(rounds, rounds.back(), 0));
    AsymptoticError result;
    for (const double error : last)
        result.mean += error;
    result.mean /= static_cast<double>(last.size());
    double squares = 0;
    for (const double error : last)
        squares += (error - result.mean) * (error - result.mean);
    if (last.size() > 1)
        result.standard_deviation = std::sqrt(squares / static_cast<double>(last.size() - 1));
    return result;
}

std::optional<std::size_t> first_at_most(std::span<const double> smoothed, double threshold) {
    const auto found =
        std::ranges::find_if(smoothed, [threshold](double value) { return value <= threshold; });
    if (found == smoothed.end()) return std::nullopt;
    return static_cast<std::size_t>(found - smoothed.begin());
}

}  // namespace reboost::metrics
