#include "bandits/problems.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {

void BernoulliArms::rewards(std::size_t, std::span<double> out, Rng& rng) const {
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = rng.uniform() < means_[i] ? 1 : 0;
}

void SwitchingArms::rewards(std::size_t t, std::span<double> out, Rng& rng) const {
    const std::size_t shift = (t - 1) / period_;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = rng.uniform() < means_[(i + shift) % means_.size()] ? 1 : 0;
}

void FixedSequence::rewards(std::size_t t, std::span<double> out, Rng&) const {
    const std::size_t steps = rewards_.size() / arms_;
    std::copy_n(rewards_.begin() + static_cast<std::ptrdiff_t>((t - 1) % steps * arms_), arms_, out.begin());
}

double RecoveringArms::mean(std::size_t arm) const {
    return levels_[arm] * -std::expm1(-since_[arm] / pause_);
}

void RecoveringArms::pull(std::size_t arm) {
    since_[arm] = 0;
    for (double& since : since_)
        ++since;
}

FixedSequence sequence_against(Policy& deterministic, std::size_t arms, std::size_t steps) {
    std::vector<double> rewards(arms * steps, 1);
    Rng unused(0);
    deterministic.reset(arms, steps);
    for (std::size_t t = 0; t < steps; ++t) {
        std::uint32_t arm = 0;
        deterministic.select({&arm, 1}, unused);
        rewards[t * arms + arm] = 0;
        deterministic.reward(arm, 0);
        deterministic.end_decision();
    }
    return {std::move(rewards), arms};
}

}  // namespace reboost::bandits
