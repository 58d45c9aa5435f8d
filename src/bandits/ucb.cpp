#include "bandits/ucb.hpp"

#include <cmath>
#include <limits>

namespace reboost::bandits {

void Ucb::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    base_.assign(arms, std::numeric_limits<double>::infinity());
    width_.assign(arms, 0);
    index_.assign(arms, 0);
    time_ = 1;
}

void Ucb::select(std::span<std::uint32_t> out, Rng&) {
    const double factor = std::sqrt(options_.exploration * std::log(static_cast<double>(time_)));
    for (std::size_t arm = 0; arm < index_.size(); ++arm)
        index_[arm] = base_[arm] + factor * width_[arm];
    best_.select(index_, out);
}

void Ucb::reward(std::uint32_t arm, double reward) {
    statistics_.add(arm, reward);
    refresh(arm);
}

void Ucb::refresh(std::size_t arm) {
    if (statistics_.pulls()[arm] == 0) return;
    base_[arm] = statistics_.means()[arm];
    width_[arm] = 1 / std::sqrt(static_cast<double>(statistics_.pulls()[arm]));
}

void Ucb::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put_scalar("time", time_);
}

void Ucb::load(const Archive& archive) {
    statistics_.load(archive);
    time_ = archive.get_scalar<std::uint64_t>("time");
    base_.assign(arms(), std::numeric_limits<double>::infinity());
    width_.assign(arms(), 0);
    for (std::size_t arm = 0; arm < arms(); ++arm)
        refresh(arm);
}

std::unique_ptr<Policy> make(const UcbOptions& options) {
    return std::make_unique<Ucb>(options);
}

}  // namespace reboost::bandits
