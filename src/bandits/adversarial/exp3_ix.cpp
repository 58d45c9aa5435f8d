#include "bandits/exponential_weights.hpp"
#include "bandits/options/adversarial.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// p ∝ exp(−η L̃_j), L̃_j ← L̃_j + (1 − r)/(p_j + γ) for the arm pulled.
class Exp3Ix final : public DrawnPolicy {
  public:
    explicit Exp3Ix(const Exp3IxOptions& options) : options_(options) {}

  private:
    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        eta_ =
            options_.eta > 0 ? options_.eta : std::sqrt(2 * std::log(m) / (m * horizon_or(options_.horizon)));
        gamma_ = options_.gamma > 0 ? options_.gamma : eta_ / 2;
        log_weights_.assign(arms(), 0);
    }

    void distribution(std::span<double> probability) override {
        const double total = exponentials(log_weights_, probability);
        for (double& p : probability)
            p /= total;
    }

    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] -= eta_ * (1 - reward) / (probability_of(arm) + gamma_);
    }

    void save_weights(Archive& archive) const override { archive.put("log_weights", log_weights_); }
    void load_weights(const Archive& archive) override {
        log_weights_ = load_sized<double>(archive, "log_weights", arms());
    }

    Exp3IxOptions options_;
    double eta_ = 0, gamma_ = 0;
    std::vector<double> log_weights_;  ///< −η L̃_j
};

}  // namespace

std::unique_ptr<Policy> make(const Exp3IxOptions& options) {
    return std::make_unique<Exp3Ix>(options);
}

}  // namespace reboost::bandits
