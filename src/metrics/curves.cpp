#include "metrics/curves.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

namespace reboost::metrics {
namespace {

void require_equal(std::size_t a, std::size_t b) {
    if (a != b)
        throw UsageError("the arrays of a curve have " + std::to_string(a) + " and " + std::to_string(b) +
                         " elements");
}

/// The first index i ≥ `from` with rounds[i] ≥ 4/5 · last.
std::size_t window_start(std::span<const std::int64_t> rounds, std::int64_t last, std::size_t from) {
    while (5 * rounds[from] < 4 * last)
        ++from;
    return from;
}

/// The array, or null if it is absent, empty or of another type.
template <class T>
const std::vector<T>* array(const Archive& curves, const std::string& name) {
    if (!curves.contains(name)) return nullptr;
    const auto* values = std::get_if<std::vector<T>>(&curves.find(name).values);
    return values != nullptr && !values->empty() ? values : nullptr;
}

/// Summarises a curve by the rounds at which it was measured.
void put_curve(Archive& summary, const std::string& name, const std::vector<std::uint64_t>& rounds,
               const std::vector<double>& values) {
    std::vector<std::int64_t> measured;
    std::vector<double> errors;
    for (std::size_t i = 0; i < std::min(rounds.size(), values.size()); ++i)
        if (!std::isnan(values[i])) {
            measured.push_back(static_cast<std::int64_t>(rounds[i]));
            errors.push_back(values[i]);
        }
    if (errors.empty()) return;
    const AsymptoticError end = asymptotic_error(measured, errors);
    const double least = std::ranges::min(smoothed_error(measured, errors));
    summary.put(name, std::vector<double>{end.mean, end.standard_deviation, least}, "",
                "mean and deviation over the last fifth of the rounds, least smoothed value");
    summary.put("last/" + name, std::vector<double>{errors.back()});
}

void put_curves(Archive& summary, const Archive& curves) {
    const auto* rounds = array<std::uint64_t>(curves, "round");
    for (const std::string part : {"test", "validation"})
        for (const auto& [name, values] : curves.arrays()) {
            const auto* numbers = std::get_if<std::vector<double>>(&values.values);
            if (numbers == nullptr || values.shape.size() != 1) continue;
            const auto* own = array<std::uint64_t>(curves, part + "/round");
            if (rounds != nullptr && name.starts_with(part + "_"))
                put_curve(summary, name, *rounds, *numbers);
            else if (own != nullptr && name.starts_with(part + "/"))
                put_curve(summary, part + "_" + name.substr(part.size() + 1), *own, *numbers);
        }
}

void put_features(Archive& summary, const Archive& curves) {
    const auto* features = array<std::int64_t>(curves, "feature");
    if (features == nullptr) return;
    std::map<std::int64_t, std::int32_t> counts;
    for (const std::int64_t feature : *features)
        ++counts[feature];
    std::vector<std::int32_t> used, rounds;
    for (const auto& [feature, count] : counts) {
        used.push_back(static_cast<std::int32_t>(feature));
        rounds.push_back(count);
    }
    summary.put("feature_counts/feature", std::move(used));
    summary.put("feature_counts/count", std::move(rounds));
}

void put_edges(Archive& summary, const Archive& curves) {
    const auto* edges = array<double>(curves, "edge");
    if (edges == nullptr) return;
    double sum = 0;
    std::vector<std::int32_t> rounds;
    std::vector<double> minima;
    for (std::size_t t = 0; t < edges->size(); ++t) {
        const double gamma = (*edges)[t];
        sum += 0.5 * std::log1p(-gamma * gamma);
        if (!minima.empty() && !(gamma < minima.back())) continue;
        rounds.push_back(static_cast<std::int32_t>(t + 1));
        minima.push_back(gamma);
    }
    summary.put("edges/log_sum", std::vector<double>{sum});
    summary.put("edges/round", std::move(rounds));
    summary.put("edges/minimum", std::move(minima));
}

}  // namespace

std::vector<double> smoothed_error(std::span<const std::int64_t> rounds, std::span<const double> errors) {
    require_equal(rounds.size(), errors.size());
    std::vector<double> sums(errors.size() + 1, 0);
    std::partial_sum(errors.begin(), errors.end(), sums.begin() + 1);
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
    result.mean = std::accumulate(last.begin(), last.end(), 0.0) / static_cast<double>(last.size());
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

Archive summary_of(const Archive& curves) {
    Archive summary;
    put_curves(summary, curves);
    put_features(summary, curves);
    put_edges(summary, curves);
    if (const auto* losses = array<double>(curves, "log_exponential_loss"))
        summary.put("last/log_exponential_loss", std::vector<double>{losses->back()});
    if (const auto* seconds = array<double>(curves, "eval_cpu_seconds"))
        summary.put("evaluation_seconds", std::vector<double>{seconds->back()}, "s");
    return summary;
}

}  // namespace reboost::metrics
