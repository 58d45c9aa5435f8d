#include "bandits/ucb_v.hpp"

#include <cmath>
#include <limits>

namespace reboost::bandits {

void UcbV::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    deviations_.assign(arms, 0);
    base_.assign(arms, std::numeric_limits<double>::infinity());
    spread_.assign(arms, 0);
    scarcity_.assign(arms, 0);
    index_.assign(arms, 0);
    time_ = 1;
}

void UcbV::select(std::span<std::uint32_t> out, Rng&) {
    const double log_time = std::log(static_cast<double>(time_));
    const double wide = std::sqrt(2 * options_.xi * log_time);
    const double narrow = options_.c * 3 * options_.b * options_.xi * log_time;
    for (std::size_t arm = 0; arm < index_.size(); ++arm)
        index_[arm] = base_[arm] + wide * spread_[arm] + narrow * scarcity_[arm];
    best_.select(index_, out);
}

void UcbV::reward(std::uint32_t arm, double reward) {
    const double old_mean = statistics_.means()[arm];
    statistics_.add(arm, reward);
    deviations_[arm] += (reward - old_mean) * (reward - statistics_.means()[arm]);
    refresh(arm);
}

void UcbV::refresh(std::size_t arm) {
    if (statistics_.pulls()[arm] == 0) return;
    const auto pulled = static_cast<double>(statistics_.pulls()[arm]);
    const double variance = std::max(0.0, deviations_[arm]) / pulled;
    base_[arm] = statistics_.means()[arm];
    spread_[arm] = std::sqrt(variance / pulled);
    scarcity_[arm] = 1 / pulled;
}

void UcbV::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put("deviations", deviations_);
    archive.put_scalar("time", time_);
}

void UcbV::load(const Archive& archive) {
    const std::size_t arms_now = arms();
    reset(arms_now, 1);
    statistics_.load(archive);
    deviations_ = load_sized<double>(archive, "deviations", arms_now);
    time_ = archive.get_scalar<std::uint64_t>("time");
    for (std::size_t arm = 0; arm < arms_now; ++arm)
        refresh(arm);
}

std::unique_ptr<Policy> make(const UcbVOptions& options) {
    return std::make_unique<UcbV>(options);
}

}  // namespace reboost::bandits
