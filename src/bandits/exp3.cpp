#include "bandits/exp3.hpp"

#include "bandits/exponential_weights.hpp"

namespace reboost::bandits {

void Exp3::reset(std::size_t arms, std::size_t) {
    statistics_.reset(arms);
    log_weights_.assign(arms, 0);
    probability_.assign(arms, 1 / static_cast<double>(arms));
}

void Exp3::select(std::span<std::uint32_t> out, Rng& rng) {
    const double total = exponentials(log_weights_, probability_);
    const double share = (1 - options_.gamma) / total;
    const double floor = options_.gamma / static_cast<double>(arms());
    for (double& p : probability_)
        p = share * p + floor;
    cap_inclusion(probability_, out.size());
    draw_systematic(probability_, out, rng);
}

void Exp3::reward(std::uint32_t arm, double reward) {
    statistics_.add(arm, reward);
    log_weights_[arm] += options_.gamma / static_cast<double>(arms()) * (reward / probability_[arm]);
}

void Exp3::save(Archive& archive) const {
    statistics_.save(archive);
    archive.put("log_weights", log_weights_);
    archive.put("probability", probability_);
}

void Exp3::load(const Archive& archive) {
    statistics_.load(archive);
    log_weights_ = load_sized<double>(archive, "log_weights", arms());
    probability_ = load_sized<double>(archive, "probability", arms());
}

}  // namespace reboost::bandits
