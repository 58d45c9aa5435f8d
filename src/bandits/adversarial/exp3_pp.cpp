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
        lower_.assign(arms(), 0);
    }

    void distribution(std::span<double> probability) override {
        const auto m = static_cast<double>(arms()), t = static_cast<double>(time());
        const double eta = 0.5 * std::sqrt(std::log(m) / (t * m));
        for (std::size_t arm = 0; arm < arms(); ++arm)
            probability[arm] = -eta * losses_[arm];
        const double total = exponentials(probability, probability);
        const double best_upper = bounds(t);
        double explored = 0;
        for (double& bound : lower_) {
            const double gap = std::max(0.0, bound - best_upper);
            const double by_gap = gap > 0 ? options_.beta * std::log(t) / (t * gap * gap) : 1;
            bound = std::min({1 / (2 * m), eta, by_gap});
            explored += bound;
        }
        for (std::size_t arm = 0; arm < arms(); ++arm)
            probability[arm] = (1 - explored) * (probability[arm] / total) + lower_[arm];
    }

    /// Fills `lower_` with lower bounds of the mean losses; returns the smallest upper bound.
    double bounds(double t) {
        const double level = options_.alpha * std::log(t) + std::log(static_cast<double>(arms()));
        double best_upper = 1;
        for (std::size_t arm = 0; arm < arms(); ++arm) {
            lower_[arm] = 0;
            if (pulls()[arm] == 0) continue;
            const double loss = 1 - mean_of(arm), width = std::sqrt(level / (2 * pulls_of(arm)));
            lower_[arm] = std::max(0.0, loss - width);
            best_upper = std::min(best_upper, loss + width);
        }
        return best_upper;
    }

    void learn(std::uint32_t arm, double reward) override {
        losses_[arm] += (1 - reward) / probability_of(arm);
    }

    void save_weights(Archive& archive) const override { archive.put("losses", losses_); }
    void load_weights(const Archive& archive) override {
        losses_ = load_sized<double>(archive, "losses", arms());
    }

    Exp3PpOptions options_;
    std::vector<double> losses_;  ///< L̃_j
    std::vector<double> lower_;   ///< lower bounds, then ε_j; of one selection
};

}  // namespace

std::unique_ptr<Policy> make(const Exp3PpOptions& options) {
    return std::make_unique<Exp3Pp>(options);
}

}  // namespace reboost::bandits
