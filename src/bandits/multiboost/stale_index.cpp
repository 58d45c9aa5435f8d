#include "bandits/multiboost/stale_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace reboost::bandits::multiboost {

void StaleIndex::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    deviations_.assign(arms, 0);
    index_.assign(arms, std::numeric_limits<double>::infinity());
    order_.resize(arms);
    std::iota(order_.begin(), order_.end(), 0U);
    time_ = 2;
}

void StaleIndex::warm_start(std::span<const double> rewards) {
    const double log_time = std::log(static_cast<double>(time_));
    for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
        add(arm, rewards[arm]);
        index_[arm] = index(arm, log_time);
    }
    std::ranges::stable_sort(order_,
                             [this](std::uint32_t a, std::uint32_t b) { return index_[a] > index_[b]; });
}

void StaleIndex::select(std::span<std::uint32_t> out, Rng&) {
    std::copy_n(order_.begin(), out.size(), out.begin());
}

void StaleIndex::reward(std::uint32_t arm, double reward) {
    add(arm, reward);
    ++time_;
    index_[arm] = index(arm, std::log(static_cast<double>(time_)));
    move_to_place(arm);
}

void StaleIndex::add(std::uint32_t arm, double reward) {
    const double old_mean = statistics_.means()[arm];
    statistics_.add(arm, reward);
    deviations_[arm] += (reward - old_mean) * (reward - statistics_.means()[arm]);
}

/// What a stable sort does when one element has changed: it passes only those that are strictly better or
/// worse.
void StaleIndex::move_to_place(std::uint32_t arm) {
    auto place = std::ranges::find(order_, arm);
    for (; place != order_.begin() && index_[arm] > index_[*(place - 1)]; --place)
        *place = *(place - 1);
    for (; place + 1 != order_.end() && index_[*(place + 1)] > index_[arm]; ++place)
        *place = *(place + 1);
    *place = arm;
}

double StaleIndex::variance(std::size_t arm) const {
    return std::max(0.0, deviations_[arm]) / static_cast<double>(statistics_.pulls()[arm]);
}

void StaleIndex::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put("deviations", deviations_);
    archive.put("index", index_);
    archive.put("order", order_);
    archive.put_scalar("time", time_);
}

void StaleIndex::load(const Archive& archive) {
    statistics_.load(archive);
    deviations_ = load_sized<double>(archive, "deviations", arms());
    index_ = load_sized<double>(archive, "index", arms());
    order_ = load_sized<std::uint32_t>(archive, "order", arms());
    std::vector<std::uint32_t> each = order_;
    std::ranges::sort(each);
    for (std::uint32_t arm = 0; arm < each.size(); ++arm)
        if (each[arm] != arm) throw DataError("a saved order of arms has not each of them");
    time_ = archive.get_scalar<std::uint64_t>("time");
}

double Ucb::index(std::size_t arm, double log_time) const {
    const auto pulled = static_cast<double>(statistics_.pulls()[arm]);
    return statistics_.means()[arm] + std::sqrt(options_.exploration * log_time / pulled);
}

double UcbV::index(std::size_t arm, double log_time) const {
    const auto pulled = static_cast<double>(statistics_.pulls()[arm]);
    return statistics_.means()[arm] + std::sqrt(2 * options_.xi * variance(arm) * log_time / pulled) +
           options_.c * (3 * options_.b * options_.xi * log_time / pulled);
}

}  // namespace reboost::bandits::multiboost

namespace reboost::bandits {

std::unique_ptr<Policy> make_multiboost(const UcbOptions& options) {
    return std::make_unique<multiboost::Ucb>(options);
}

std::unique_ptr<Policy> make_multiboost(const UcbVOptions& options) {
    return std::make_unique<multiboost::UcbV>(options);
}

}  // namespace reboost::bandits
