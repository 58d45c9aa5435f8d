#include "bandits/ucb_v.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::bandits {

void UcbV::restart() {
    deviations_.assign(arms(), 0);
    base_.assign(arms(), std::numeric_limits<double>::infinity());
    spread_.assign(arms(), 0);
    scarcity_.assign(arms(), 0);
    index_.assign(arms(), 0);
}

void UcbV::select(std::span<std::uint32_t> out, Rng&) {
    const double log_time = std::log(static_cast<double>(time()));
    const double wide = std::sqrt(2 * options_.xi * log_time);
    const double narrow = options_.c * 3 * options_.b * options_.xi * log_time;
    for (std::size_t arm = 0; arm < index_.size(); ++arm)
        index_[arm] = base_[arm] + wide * spread_[arm] + narrow * scarcity_[arm];
    best_.select(index_, out);
}

void UcbV::learn(std::uint32_t arm, double reward) {
    const double old_mean = pulls_of(arm) > 1 ? base_[arm] : 0;
    deviations_[arm] += (reward - old_mean) * (reward - mean_of(arm));
    refresh(arm);
}

void UcbV::refresh(std::size_t arm) {
    if (!tried(arm)) return;
    const double pulled = pulls_of(arm);
    const double variance = std::max(0.0, deviations_[arm]) / pulled;
    base_[arm] = mean_of(arm);
    spread_[arm] = std::sqrt(variance / pulled);
    scarcity_[arm] = 1 / pulled;
}

void UcbV::load_more(const Archive& archive) {
    restart();
    deviations_ = load_sized<double>(archive, "deviations", arms());
    for (std::size_t arm = 0; arm < arms(); ++arm)
        refresh(arm);
}

std::unique_ptr<Policy> make(const UcbVOptions& options) {
    return std::make_unique<UcbV>(options);
}

}  // namespace reboost::bandits
