#include "bandits/best_arms.hpp"
#include "bandits/exponential_weights.hpp"
#include "bandits/options/adversarial.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// ρ ∝ exp(−η_t L̃_j), η_t = ½ √(ln M/(tM)); ε_j = min(1/(2M), η_t, β ln t/(t Δ̂_j²)); p = (1 − Σε) ρ + ε. The
/// gap Δ̂_j is the lower confidence bound of the arm's mean loss less the smallest upper one, at least 0
/// (Seldin & Lugosi 2017, §3).
class Exp3Pp final : public DrawnPolicy {
  public:
    explicit Exp3Pp(const Exp3PpOptions& options) : options_(options) {}

  private:
    void restart_weights() override {
        losses_.assign(arms(), 0);
        inverse_roots_.assign(arms(), kUntried);
        lower_.assign(arms(), 0);
        upper_.assign(arms(), 0);
    }

    void distribution(std::span<double> probability) override {
        const auto m = static_cast<double>(arms()), t = static_cast<double>(time());
        const double eta = 0.5 * std::sqrt(std::log(m) / (t * m));
        for (std::size_t arm = 0; arm < arms(); ++arm)
            probability[arm] = -eta * losses_[arm];
        const double total = exponentials(probability, probability);
        const double best_upper = bounds(t);
        const double most = std::min(1 / (2 * m), eta), scale = options_.beta * std::log(t);
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
        const double level = options_.alpha * std::log(t) + std::log(static_cast<double>(arms()));
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

    void save_weights(Archive& archive) const override { archive.put("losses", losses_); }
    void load_weights(const Archive& archive) override {
        losses_ = load_sized<double>(archive, "losses", arms());
        inverse_roots_.assign(arms(), kUntried);
    }

    static constexpr double kUntried = 1e150;  ///< of an arm never pulled: any mean loss is possible
    Exp3PpOptions options_;
    std::vector<double> losses_;         ///< L̃_j
    std::vector<double> inverse_roots_;  ///< 1/√T_j
    std::vector<double> lower_, upper_;  ///< bounds of one selection; lower_ holds ε_j in the end
};

}  // namespace

std::unique_ptr<Policy> make(const Exp3PpOptions& options) {
    return std::make_unique<Exp3Pp>(options);
}

}  // namespace reboost::bandits
