#include "bandits/multiboost/proportional.hpp"

#include "bandits/exponential_weights.hpp"

#include <algorithm>

namespace reboost::bandits::multiboost {
namespace {

constexpr double kFirstWidth = 1.1774100225154747;  // √(2 ln t / T) at t = 2, T = 1

}  // namespace

void Proportional::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    weights_.assign(arms, 1 + kFirstWidth);
    draw_.assign(arms, 0);
}

void Proportional::warm_start(std::span<const double> rewards) {
    for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
        statistics_.add(arm, rewards[arm]);
        weights_[arm] = rewards[arm] + kFirstWidth;
    }
}

void Proportional::select(std::span<std::uint32_t> out, Rng& rng) {
    std::ranges::copy(weights_, draw_.begin());
    draw_proportional(draw_, out, 0, rng);
}

void Proportional::reward(std::uint32_t arm, double reward) {
    statistics_.add(arm, reward);
    weights_[arm] = statistics_.means()[arm];
}

void Proportional::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put("weights", weights_);
}

void Proportional::load(const Archive& archive) {
    statistics_.load(archive);
    weights_ = load_sized<double>(archive, "weights", arms());
}

}  // namespace reboost::bandits::multiboost

namespace reboost::bandits {

std::unique_ptr<Policy> make_multiboost(const ProportionalOptions& options) {
    return std::make_unique<multiboost::Proportional>(options);
}

}  // namespace reboost::bandits
