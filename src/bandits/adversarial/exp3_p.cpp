/// Exp3.P (zhao2019 Figure 4; Auer et al. 2002b §6).
///
/// | paper | here |
/// |---|---|
/// | M, T | arms(), horizon_ |
/// | η, λ (Auer's α, γ) | eta_, lambda_ |
/// | ln ω_j | log_weights_ |
/// | p_j | probability_of(): of the last selection |
#include "bandits/exponential_weights.hpp"
#include "bandits/options/adversarial.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// Weights are kept as logarithms: nothing overflows, whatever T. Selecting is O(M), about M exponentials;
/// `close` is O(M), one division per arm, because line 10 updates every arm. Beyond figure 4: k > 1
/// arms are drawn with inclusion probabilities min(1, c·p_j) (see DrawnPolicy), and these take the place of
/// p_j in lines 9 and 10.
class Exp3P final : public DrawnPolicy {
  public:
    explicit Exp3P(const Exp3POptions& options) : options_(options) {}

  private:
    /// Where the options leave them open, η and λ of Auer et al. 2002b, Theorem 6.3. Line 2's initial weight
    /// is the same for every arm and cancels in line 5; it is kept so that the saved weights are the
    /// figure's.
    void restart_weights() override {
        horizon_ = horizon_or(options_.horizon);
        const auto m = static_cast<double>(arms());
        eta_ = options_.eta > 0 ? options_.eta : 2 * std::sqrt(std::log(m * horizon_ / options_.delta));
        lambda_ = options_.lambda > 0 ? options_.lambda
                                      : std::min(0.6, 2 * std::sqrt(3 * m * std::log(m) / (5 * horizon_)));
        log_weights_.assign(arms(), eta_ * lambda_ / 3 * std::sqrt(horizon_ / m));
    }
    /// Line 10, the part of r̂_j = r_j/p_j (line 9): arms that were not pulled have r̂ = 0.
    void learn(std::uint32_t arm, double reward) override {
        log_weights_[arm] += lambda_ / (3 * static_cast<double>(arms())) * (reward / probability_of(arm));
    }
    /// Line 10, the part of η/(p_j √(MT)), for every arm.
    void close() override {
        const auto m = static_cast<double>(arms());
        const double bonus = lambda_ / (3 * m) * eta_ / std::sqrt(m * horizon_);
        for (std::size_t arm = 0; arm < log_weights_.size(); ++arm)
            log_weights_[arm] += bonus / probability_of(arm);
    }
    /// Line 5; DrawnPolicy draws (line 6).
    void distribution(std::span<double> probability) override { mix(log_weights_, lambda_, probability); }
    bool is_mixed() const override { return true; }
    void save_weights(Archive& archive) const override { archive.put("log_weights", log_weights_); }
    void load_weights(const Archive& archive) override {
        log_weights_ = load_sized<double>(archive, "log_weights", arms());
    }

    Exp3POptions options_;
    double eta_ = 0;
    double lambda_ = 0;
    double horizon_ = 1;
    std::vector<double> log_weights_;
};

}  // namespace

std::unique_ptr<Policy> make(const Exp3POptions& options) {
    return std::make_unique<Exp3P>(options);
}

}  // namespace reboost::bandits
