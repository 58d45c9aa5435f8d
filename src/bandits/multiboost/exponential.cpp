#include "bandits/multiboost/exponential.hpp"

#include "bandits/exponential_weights.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits::multiboost {

void Exponential::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    log_weights_.assign(arms, first_log_weight(0));
    probability_.assign(arms, 1 / static_cast<double>(arms));
    draw_.assign(arms, 0);
    time_ = 2;
}

void Exponential::warm_start(std::span<const double> rewards) {
    for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
        statistics_.add(arm, rewards[arm]);
        log_weights_[arm] = first_log_weight(rewards[arm]);
    }
}

void Exponential::select(std::span<std::uint32_t> out, Rng& rng) {
    std::ranges::copy(probability_, draw_.begin());
    draw_proportional(draw_, out, 0, rng);
}

void Exponential::reward(std::uint32_t arm, double reward) {
    statistics_.add(arm, reward);
    log_weights_[arm] += gain(reward, probability_[arm]);
    ++time_;
    const double total = exponentials(log_weights_, probability_);
    const double share = (1 - mixing()) / total;
    const double lowest = floor(static_cast<double>(time_));
    for (double& p : probability_)
        p = share * p + lowest;
}

void Exponential::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put("log_weights", log_weights_);
    archive.put("probability", probability_);
    archive.put_scalar("time", time_);
}

void Exponential::load(const Archive& archive) {
    statistics_.load(archive);
    log_weights_ = load_sized<double>(archive, "log_weights", arms());
    probability_ = load_sized<double>(archive, "probability", arms());
    time_ = archive.get_scalar<std::uint64_t>("time");
}

/// The first reward is taken as drawn with probability 1/K: γ/K · r·K.
double Exp3::first_log_weight(double reward) const {
    return gamma_ * reward;
}

double Exp3::gain(double reward, double probability) const {
    return gamma_ * (reward / probability) / static_cast<double>(arms());
}

double Exp3::floor(double) const {
    return gamma_ / static_cast<double>(arms());
}

Exp3P::Exp3P(const Exp3POptions& options)
    : gamma_(options.lambda > 0 ? options.lambda : 0.1),
      alpha_(options.eta > 0 ? options.eta : 0.4),
      horizon_(options.horizon > 0 ? static_cast<double>(options.horizon) : 100) {}

double Exp3P::first_log_weight(double reward) const {
    const auto k = static_cast<double>(arms());
    return gamma_ * alpha_ / 3 * std::sqrt(horizon_ / k) +
           gamma_ / (3 * k) * (reward * k + alpha_ * k / std::sqrt(k * horizon_));
}

double Exp3P::gain(double reward, double probability) const {
    const auto k = static_cast<double>(arms());
    return gamma_ / (3 * k) * (reward / probability + alpha_ / (probability * std::sqrt(k * horizon_)));
}

}  // namespace reboost::bandits::multiboost

namespace reboost::bandits {

std::unique_ptr<Policy> make_multiboost(const Exp3POptions& options) {
    return std::make_unique<multiboost::Exp3P>(options);
}

std::unique_ptr<Policy> make_multiboost(const Exp3Options& options) {
    return std::make_unique<multiboost::Exp3>(options);
}

}  // namespace reboost::bandits
