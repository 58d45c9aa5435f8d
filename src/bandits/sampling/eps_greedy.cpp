#include "bandits/eps_greedy.hpp"

namespace reboost::bandits {

void EpsGreedy::restart() {
    ranking_.assign(arms(), 0);
    chosen_.assign(arms(), 0);
}

void EpsGreedy::select(std::span<std::uint32_t> out, Rng& rng) {
    const std::span<std::uint32_t> ranking(ranking_.data(), out.size());
    best_.select(mean_rewards(), ranking);
    std::size_t next_best = 0;
    for (std::uint32_t& place : out) {
        if (rng.uniform() < options_.epsilon) {
            do
                place = static_cast<std::uint32_t>(rng.below(arms()));
            while (chosen_[place]);
        } else {
            while (chosen_[ranking[next_best]])
                ++next_best;
            place = ranking[next_best];
        }
        chosen_[place] = 1;
    }
    for (const std::uint32_t arm : out)
        chosen_[arm] = 0;
}

std::unique_ptr<Policy> make(const EpsGreedyOptions& options) {
    return std::make_unique<EpsGreedy>(options);
}

}  // namespace reboost::bandits
