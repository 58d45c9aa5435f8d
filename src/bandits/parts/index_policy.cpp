#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {

void IndexPolicy::select(std::span<std::uint32_t> out, Rng& rng) {
    index_.resize(arms());
    fill(index_, out.size(), rng);
    best_.select_breaking_ties(index_, out, rng);
}

}  // namespace reboost::bandits
