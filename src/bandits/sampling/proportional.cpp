#include "bandits/proportional.hpp"

#include "bandits/exponential_weights.hpp"

#include <algorithm>

namespace reboost::bandits {

void Proportional::select(std::span<std::uint32_t> out, Rng& rng) {
    std::ranges::copy(mean_rewards(), weights_.begin());
    std::size_t chosen = 0;
    for (std::uint32_t arm = 0; arm < arms() && chosen < out.size(); ++arm)
        if (!tried(arm)) out[chosen++] = arm;
    draw_proportional(weights_, out, chosen, rng);
}

std::unique_ptr<Policy> make(const ProportionalOptions& options) {
    return std::make_unique<Proportional>(options);
}

}  // namespace reboost::bandits
