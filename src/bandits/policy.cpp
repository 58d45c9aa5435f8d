#include "bandits/policy.hpp"

namespace reboost::bandits {

void Policy::warm_start(std::span<const double> rewards) {
    for (std::size_t arm = 0; arm < rewards.size(); ++arm)
        reward(static_cast<std::uint32_t>(arm), rewards[arm]);
}

}  // namespace reboost::bandits
