#include "bandits/options/adversarial.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace reboost::bandits {
namespace {

/// p = (1−γ) ω/Σω + γ/M; after the decision ω_j ← ω_j exp(γ r̂_j/M) + (e α/M) Σω. The weights are kept as
/// shares of their sum: sharing keeps each above about eα/M, and an exponent is at most 1, so that no
/// logarithms are needed.
class Exp3S final : public DrawnPolicy {
  public:
    explicit Exp3S(const Exp3SOptions& options) : options_(options) {}

  private:
    void restart_weights() override {
        const auto m = static_cast<double>(arms());
        const double horizon = horizon_or(options_.horizon);
        gamma_ = options_.gamma > 0 ? options_.gamma
                                    : std::min(1.0, std::sqrt(m * std::log(m * horizon) / horizon));
        alpha_ = options_.alpha > 0 ? options_.alpha : 1 / horizon;
        shares_.assign(arms(), 1 / m);
    }

    void distribution(std::span<double> probability) override {
        const double floor = gamma_ / static_cast<double>(arms());
        for (std::size_t arm = 0; arm < probability.size(); ++arm)
            probability[arm] = (1 - gamma_) * shares_[arm] + floor;
    }

    void learn(std::uint32_t arm, double reward) override {
        shares_[arm] *= std::exp(gamma_ / static_cast<double>(arms()) * (reward / probability_of(arm)));
    }

    void close() override {
        const double given = std::numbers::e * alpha_ / static_cast<double>(arms());
        for (double& share : shares_)
            share += given;
        const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
        for (double& share : shares_)
            share /= sum;
    }

    void save_weights(Archive& archive) const override { archive.put("shares", shares_); }
    void load_weights(const Archive& archive) override {
        shares_ = load_sized<double>(archive, "shares", arms());
    }

    Exp3SOptions options_;
    double gamma_ = 0, alpha_ = 0;
    std::vector<double> shares_;  ///< ω_j/Σω at the start of the decision, times what it has learnt since
};

}  // namespace

std::unique_ptr<Policy> make(const Exp3SOptions& options) {
    return std::make_unique<Exp3S>(options);
}

}  // namespace reboost::bandits
