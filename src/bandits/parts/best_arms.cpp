#include "bandits/parts/best_arms.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace reboost::bandits {
namespace {

/// Above this k, inserting into a sorted list costs more than a selection by quickselect.
constexpr std::size_t kInsertionLimit = 64;

/// Keeps the best so far sorted in `out`; most values fail the first comparison.
void select_by_insertion(std::span<const double> values, std::span<std::uint32_t> out) {
    std::size_t held = 0;
    double worst_held = 0;
    for (std::size_t j = 0; j < values.size(); ++j) {
        const double value = values[j];
        if (held == out.size() && value <= worst_held) continue;
        std::size_t place = held < out.size() ? held++ : held - 1;
        for (; place > 0 && value > values[out[place - 1]]; --place)
            out[place] = out[place - 1];
        out[place] = static_cast<std::uint32_t>(j);
        worst_held = values[out[held - 1]];
    }
}

/// The value that is better than all others; independent lanes let the compiler vectorise.
template <class Better>
double best_of(std::span<const double> values, Better better) {
    constexpr std::size_t kLanes = 8;
    std::array<double, kLanes> lanes;
    lanes.fill(values.front());
    const std::size_t whole = values.size() / kLanes * kLanes;
    for (std::size_t j = 0; j < whole; j += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] = better(values[j + lane], lanes[lane]) ? values[j + lane] : lanes[lane];
    for (std::size_t j = whole; j < values.size(); ++j)
        lanes[0] = better(values[j], lanes[0]) ? values[j] : lanes[0];
    return *std::ranges::min_element(lanes, better);
}

}  // namespace

double largest(std::span<const double> values) {
    return best_of(values, std::greater<>());
}

double least(std::span<const double> values) {
    return best_of(values, std::less<>());
}

std::uint32_t first_best(std::span<const double> values) {
    return static_cast<std::uint32_t>(std::ranges::find(values, largest(values)) - values.begin());
}

void BestArms::select(std::span<const double> values, std::span<std::uint32_t> out) {
    if (out.size() == 1) {
        out.front() = first_best(values);
        return;
    }
    if (out.size() <= kInsertionLimit) return select_by_insertion(values, out);
    order_.resize(values.size());
    std::iota(order_.begin(), order_.end(), 0U);
    const auto better = [values](std::uint32_t a, std::uint32_t b) {
        return values[a] > values[b] || (values[a] == values[b] && a < b);
    };
    const auto middle = order_.begin() + static_cast<std::ptrdiff_t>(out.size());
    std::nth_element(order_.begin(), middle - 1, order_.end(), better);
    std::sort(order_.begin(), middle, better);
    std::copy(order_.begin(), middle, out.begin());
}

void BestArms::select_breaking_ties(std::span<const double> values, std::span<std::uint32_t> out, Rng& rng) {
    select(values, out);
    if (out.back() >= values.size()) return;  // a NaN gave no arm; `CheckedChoice` throws
    const double last = values[out.back()];
    auto tied = static_cast<std::size_t>(std::ranges::count(values, last));
    std::size_t places = 0;
    while (places < out.size() && values[out[out.size() - 1 - places]] == last)
        ++places;
    if (tied == places) return;
    if (places == 1) {
        std::size_t skipped = rng.below(tied);
        for (std::uint32_t arm = out.back();; ++arm)
            if (values[arm] == last && skipped-- == 0) {
                out.back() = arm;
                return;
            }
    }
    // Selection sampling (Knuth, Algorithm S) over the tied arms, in index order.
    std::size_t first = out.size() - places;
    for (std::uint32_t arm = 0; first < out.size(); ++arm) {
        if (values[arm] != last) continue;
        if (rng.below(tied--) < out.size() - first) out[first++] = arm;
    }
}

}  // namespace reboost::bandits
