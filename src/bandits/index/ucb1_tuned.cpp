#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// UCB1-Tuned (Auer et al. 2002a, §4): r̄_j + √(e ln t/T_j · min(1/4, v_j + √(2 e ln t/T_j))), v_j the
/// empirical variance, e = 1.
class Ucb1Tuned final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor of ln t", 0, 1e6});
    }

    void restart() override {
        squares_.assign(arms(), 0);
        means_.assign(arms(), kUntried);
        counts_.assign(arms(), 1);
        variances_.assign(arms(), 0);
    }
    void learn(std::uint32_t arm, double reward) override { squares_[arm] += reward * reward; }
    void refresh(std::uint32_t arm) override {
        means_[arm] = mean_of(arm);
        counts_[arm] = pulls_of(arm);
        variances_[arm] = std::max(0.0, squares_[arm] / counts_[arm] - means_[arm] * means_[arm]);
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = exploration * std::log(static_cast<double>(time()));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double n = counts_[arm], bound = variances_[arm] + std::sqrt(2 * log_time / n);
            index[arm] = means_[arm] + std::sqrt(log_time / n * std::min(0.25, bound));
        }
    }

    void keep(StateIO& io) override { io("squares", squares_); }

    std::vector<double> squares_;                     ///< Σ r²
    std::vector<double> means_, counts_, variances_;  ///< an arm never pulled: +∞, 1, 0
};

}  // namespace

PolicyEntry ucb1_tuned() {
    return entry<Ucb1Tuned>("ucb1_tuned", "UCB1 with the empirical variance inside the bonus");
}

}  // namespace reboost::bandits
