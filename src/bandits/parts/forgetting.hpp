#pragma once
/// What policies share that forget old rewards.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Mean r̄_j and number n_j of the rewards of each arm that count still, laid out for vectorised loops.
class MeansAndCounts {
  public:
    /// No arm has a reward.
    void reset(std::size_t arms) {
        means_.assign(arms, std::numeric_limits<double>::infinity());
        counts_.assign(arms, 1);
    }
    /// count ≥ 0.
    void set(std::size_t arm, double sum, double count) {
        means_[arm] = count > 0 ? sum / count : std::numeric_limits<double>::infinity();
        counts_[arm] = count > 0 ? count : 1;
    }
    /// r̄_j + √(bonus/n_j), bonus ≥ 0; +∞ where n_j = 0.
    void fill(std::span<double> index, double bonus) const {
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = means_[arm] + std::sqrt(bonus / counts_[arm]);
    }

  private:
    std::vector<double> means_;   ///< +∞ where n_j = 0
    std::vector<double> counts_;  ///< 1 where n_j = 0
};

/// Garivier & Moulines's window 2 √(T ln T) for one change; at least 4 M, or a policy would only explore.
inline double default_window(double horizon, std::size_t arms) {
    return std::max(std::ceil(2 * std::sqrt(horizon * std::log(horizon))), 4 * static_cast<double>(arms));
}

/// Their discount 1 − 1/(4 √T) for one change, with a memory of at least 4 M decisions for the same reason.
inline double default_discount(double horizon, std::size_t arms) {
    return 1 - 1 / (4 * std::max(std::sqrt(horizon), static_cast<double>(arms)));
}

}  // namespace reboost::bandits
