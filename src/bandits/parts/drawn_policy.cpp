#include "bandits/parts/drawn_policy.hpp"

#include "bandits/exponential_weights.hpp"

namespace reboost::bandits {

void DrawnPolicy::restart() {
    probability_.assign(arms(), 1 / static_cast<double>(arms()));
    restart_weights();
}

void DrawnPolicy::select(std::span<std::uint32_t> out, Rng& rng) {
    constexpr double kFloor = 1e-9;
    distribution(probability_);
    if (out.size() > 1 && !is_mixed())
        for (double& p : probability_)
            p = (1 - kFloor) * p + kFloor / static_cast<double>(arms());
    cap_inclusion(probability_, out.size());
    draw_systematic(probability_, out, rng);
}

void DrawnPolicy::keep(StateIO& io) {
    io("probability", probability_);
    keep_weights(io);
}

}  // namespace reboost::bandits
