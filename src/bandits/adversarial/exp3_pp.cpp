#include "bandits/parts/best_arms.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// EXP3++ (Seldin & Slivkins 2014, with the parameters of Seldin & Lugosi 2017, §3): exponential weights that
/// explore each arm according to its estimated gap. ρ ∝ exp(−η_t L̃_j), η_t = ½ √(ln M/(tM)); ε_j =
/// min(1/(2M), η_t, β ln t/(t Δ̂_j²)); p = (1 − Σε) ρ + ε. The gap Δ̂_j is the lower confidence bound of the
/// arm's mean loss less the smallest upper one, at least 0.
class Exp3Pp final : public DrawnPolicy {
    double alpha = 3, beta = 256;
    void fields(Fields& field) override {
        field("alpha", alpha, {"α of the confidence bounds", 1e-9, 1e9});
        field("beta", beta, {"β, the factor of the exploration by gaps", 0, 1e9});
    }

    void restart_weights() override {
        fill_arms(0, losses_, lower_, upper_);
        inverse_roots_.assign(arms(), kUntried);
    }

    void distribution(std::span<double> probability) override {
        const auto m = static_cast<double>(arms()), t = static_cast<double>(time());
        const double eta = 0.5 * std::sqrt(std::log(m) / (t * m));
        for (std::size_t arm = 0; arm < arms(); ++arm)
            probability[arm] = -eta * losses_[arm];
        const double total = exponentials(probability, probability);
        const double best_upper = bounds(t);
        const double most = std::min(1 / (2 * m), eta), scale = beta * std::log(t);
        for (double& bound : lower_) {
            const double gap = std::max(0.0, bound - best_upper);
            bound =
                std::min(most, scale / (t * gap * gap));  // +∞ without a gap, NaN at t = 1: both give `most`
        }
        const double explored = sum(lower_);
        for (std::size_t arm = 0; arm < arms(); ++arm)
            probability[arm] = (1 - explored) * (probability[arm] / total) + lower_[arm];
    }

    /// Fills `lower_` with lower bounds of the mean losses; returns the smallest upper bound.
    double bounds(double t) {
        const double level = alpha * std::log(t) + std::log(static_cast<double>(arms()));
        const double of_one = std::sqrt(level / 2);
        const std::span<const double> means = mean_rewards();
        for (std::size_t arm = 0; arm < arms(); ++arm) {
            const double loss = 1 - means[arm], width = of_one * inverse_roots_[arm];
            lower_[arm] = std::max(0.0, loss - width);
            upper_[arm] = loss + width;
        }
        return std::min(1.0, least(upper_));
    }

    void learn(std::uint32_t arm, double reward) override {
        losses_[arm] += (1 - reward) / probability_of(arm);
    }
    void refresh(std::uint32_t arm) override { inverse_roots_[arm] = 1 / std::sqrt(pulls_of(arm)); }

    void keep_weights(StateIO& io) override { io("losses", losses_); }

    static constexpr double kUntried = 1e150;  ///< stands for 1/√0: the bounds then exclude no mean loss
    std::vector<double> losses_;               ///< L̃_j
    std::vector<double> inverse_roots_;        ///< 1/√T_j
    std::vector<double> lower_, upper_;        ///< confidence bounds; `distribution` turns lower_ into ε_j
};

}  // namespace

extern const PolicyEntry exp3_pp =
    entry<Exp3Pp>("exp3_pp", "exponential weights, good for adversarial and for random rewards");

}  // namespace reboost::bandits
