#include "bandits/ucb.hpp"

#include <cmath>
#include <limits>

namespace reboost::bandits {

void Ucb::restart() {
    base_.assign(arms(), std::numeric_limits<double>::infinity());
    width_.assign(arms(), 0);
    index_.assign(arms(), 0);
}

void Ucb::select(std::span<std::uint32_t> out, Rng&) {
    const double factor = std::sqrt(options_.exploration * std::log(static_cast<double>(time())));
    for (std::size_t arm = 0; arm < index_.size(); ++arm)
        index_[arm] = base_[arm] + factor * width_[arm];
    best_.select(index_, out);
}

void Ucb::refresh(std::size_t arm) {
    if (!tried(arm)) return;
    base_[arm] = mean_of(arm);
    width_[arm] = 1 / std::sqrt(pulls_of(arm));
}

void Ucb::load_more(const Archive&) {
    restart();
    for (std::size_t arm = 0; arm < arms(); ++arm)
        refresh(arm);
}

std::unique_ptr<Policy> make(const UcbOptions& options) {
    return std::make_unique<Ucb>(options);
}

}  // namespace reboost::bandits
