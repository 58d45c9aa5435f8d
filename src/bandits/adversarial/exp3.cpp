#include "bandits/exp3.hpp"

#include "bandits/exponential_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reboost::bandits {

double exp3_gamma(std::size_t arms, std::size_t horizon) {
    const auto m = static_cast<double>(arms);
    return std::min(1.0, std::sqrt(m * std::log(m) / ((std::numbers::e - 1) * static_cast<double>(horizon))));
}

void Exp3::restart() {
    gamma_ = options_.gamma > 0 ? options_.gamma : exp3_gamma(arms(), horizon());
    log_weights_.assign(arms(), 0);
    probability_.assign(arms(), 1 / static_cast<double>(arms()));
}

void Exp3::select(std::span<std::uint32_t> out, Rng& rng) {
    draw_mixed(log_weights_, gamma_, probability_, out, rng);
}

void Exp3::learn(std::uint32_t arm, double reward) {
    log_weights_[arm] += gamma_ / static_cast<double>(arms()) * (reward / probability_[arm]);
}

void Exp3::save_more(Archive& archive) const {
    archive.put("log_weights", log_weights_);
    archive.put("probability", probability_);
}

void Exp3::load_more(const Archive& archive) {
    log_weights_ = load_sized<double>(archive, "log_weights", arms());
    probability_ = load_sized<double>(archive, "probability", arms());
}

std::unique_ptr<Policy> make(const Exp3Options& options) {
    return std::make_unique<Exp3>(options);
}

}  // namespace reboost::bandits
