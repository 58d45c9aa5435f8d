#include "bandits/exp3_p.hpp"

#include "bandits/exponential_weights.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {

/// Where the options leave them open, η and λ of Auer et al. 2002b, Theorem 6.3. Line 2's initial weight is
/// the same for every arm and cancels in line 5; it is kept so that the saved weights are the figure's.
void Exp3P::restart() {
    horizon_ = horizon_or(options_.horizon);
    const auto m = static_cast<double>(arms());
    eta_ = options_.eta > 0 ? options_.eta : 2 * std::sqrt(std::log(m * horizon_ / options_.delta));
    lambda_ = options_.lambda > 0 ? options_.lambda
                                  : std::min(0.6, 2 * std::sqrt(3 * m * std::log(m) / (5 * horizon_)));
    log_weights_.assign(arms(), eta_ * lambda_ / 3 * std::sqrt(horizon_ / m));
    probability_.assign(arms(), 1 / m);
}

/// Lines 4–6.
void Exp3P::select(std::span<std::uint32_t> out, Rng& rng) {
    draw_mixed(log_weights_, lambda_, probability_, out, rng);
}

/// Line 10, the part of r̂_j = r_j/p_j (line 9): arms that were not pulled have r̂ = 0.
void Exp3P::learn(std::uint32_t arm, double reward) {
    log_weights_[arm] += lambda_ / (3 * static_cast<double>(arms())) * (reward / probability_[arm]);
}

/// Line 10, the part of η/(p_j √(MT)), for every arm.
void Exp3P::close() {
    const auto m = static_cast<double>(arms());
    const double bonus = lambda_ / (3 * m) * eta_ / std::sqrt(m * horizon_);
    for (std::size_t arm = 0; arm < log_weights_.size(); ++arm)
        log_weights_[arm] += bonus / probability_[arm];
}

void Exp3P::save_more(Archive& archive) const {
    archive.put("log_weights", log_weights_);
    archive.put("probability", probability_);
}

void Exp3P::load_more(const Archive& archive) {
    log_weights_ = load_sized<double>(archive, "log_weights", arms());
    probability_ = load_sized<double>(archive, "probability", arms());
}

std::unique_ptr<Policy> make(const Exp3POptions& options) {
    return std::make_unique<Exp3P>(options);
}

}  // namespace reboost::bandits
