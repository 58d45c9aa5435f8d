#include "statistics/friedman.hpp"

#include "core/error.hpp"
#include "statistics/distributions.hpp"
#include "statistics/ranks.hpp"

#include <cmath>
#include <limits>
#include <map>

namespace reboost::statistics {

namespace {

/// ln of the number of arrangements of a set's values: k! over the factorials of the numbers of equal ones.
double log_arrangements(std::span<const double> values) {
    std::map<double, std::size_t> counts;
    for (const double value : values)
        ++counts[value];
    double log = std::lgamma(static_cast<double>(values.size()) + 1);
    for (const auto& [value, count] : counts)
        log -= std::lgamma(static_cast<double>(count) + 1);
    return log;
}

}  // namespace

FriedmanResult friedman(std::span<const double> values, std::size_t methods) {
    const std::size_t sets = methods == 0 ? 0 : values.size() / methods;
    if (methods < 2 || sets < 2 || sets * methods != values.size())
        throw UsageError("Friedman's test needs a full table of at least two methods and two data sets");
    const auto n = static_cast<double>(sets), k = static_cast<double>(methods);
    FriedmanResult result;
    result.mean_ranks.assign(methods, 0);
    double ties = 0;
    for (std::size_t set = 0; set < sets; ++set) {
        const MidRanks row = midranks(values.subspan(set * methods, methods));
        ties += row.ties;
        for (std::size_t method = 0; method < methods; ++method)
            result.mean_ranks[method] += row.ranks[method] / n;
    }
    double spread = 0;
    for (const double rank : result.mean_ranks)
        spread += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
    const double untied_share = 1 - ties / (n * (k * k * k - k));
    if (untied_share <= 0) return result;
    result.chi_squared = 12 * n * spread / (k * (k + 1)) / untied_share;
    result.p = chi_squared_tail(result.chi_squared, k - 1);
    const double left = n * (k - 1) - result.chi_squared;
    constexpr double kRounding = 1e-12;
    if (left > kRounding * n * (k - 1)) {
        result.f = (n - 1) * result.chi_squared / left;
        result.f_p = f_tail(result.f, k - 1, (k - 1) * (n - 1));
    } else {
        result.f = std::numeric_limits<double>::infinity();
        result.f_p = std::exp((1 - n) * log_arrangements(values.first(methods)));
    }
    return result;
}

}  // namespace reboost::statistics
