#include "selectors/rewards.hpp"

#include "core/error.hpp"
#include "core/log_bins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reboost::selectors {

double reward_of_edge(RewardMap map, double edge) {
    if (std::isnan(edge)) throw NotANumberError("the edge of a base classifier is not a number");
    const double gamma = std::clamp(edge, 0.0, 1.0);
    const double squared = gamma * gamma;
    if (map == RewardMap::edge_squared) return squared;
    return map == RewardMap::sqrt ? 1 - std::sqrt(1 - squared) : std::min(1.0, -0.5 * std::log1p(-squared));
}

double reward_per_cost(double reward, double price) {
    return reward > 0 ? reward / (reward + price) : 0;
}

double expected_best(std::span<const double> ascending, double k) {
    const auto count = static_cast<double>(ascending.size());
    double expected = 0, before = 0;
    for (std::size_t r = 0; r < ascending.size(); ++r) {
        const double reached = std::pow(static_cast<double>(r + 1) / count, k);
        expected += ascending[r] * (reached - before);
        before = reached;
    }
    return expected;
}

namespace {

using Bins = LogBins<4>;
constexpr double kLeast = 0x1.0p-32, kShareAbove = 0.05;
constexpr std::uint64_t kFirst = Bins::of(kLeast), kCount = Bins::of(1) - kFirst + 1;

}  // namespace

RewardScale::RewardScale(RewardScaling kind) : counts_(kind == RewardScaling::quantile ? kCount : 0, 0) {}

void RewardScale::see(double reward) {
    if (counts_.empty()) return;
    ++counts_[Bins::of(std::max(reward, kLeast)) - kFirst];
    ++seen_;
    find_quantile();
}

double RewardScale::share(double reward) const {
    return counts_.empty() ? reward : std::min(1.0, reward / quantile_);
}

/// Sets the quantile to the upper end of the highest bin down to which more than 5% of all rewards lie.
void RewardScale::find_quantile() {
    const double most_above = kShareAbove * static_cast<double>(seen_);
    std::uint64_t bin = kCount, above = 0;
    while (bin > 0 && static_cast<double>(above) <= most_above)
        above += counts_[--bin];
    quantile_ = std::min(1.0, Bins::least(kFirst + bin + 1));
}

void RewardScale::state(StateIO& io) {
    if (counts_.empty()) return;
    io("reward_counts", counts_);
    seen_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    find_quantile();
}

}  // namespace reboost::selectors
