#include "bandits/kernels/arm_weights.hpp"
#include "bandits/parts/best_arms.hpp"
#include "bandits/parts/drawn_policy.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// Tsallis-INF (Zimmert & Seldin 2021), α = ½: p_j = 4 (η_t (L̂_j − x))⁻² with x < min L̂ such that Σ p = 1.
/// Losses are 1 − r. Importance weighting adds ℓ/p_j for the arm pulled; the reduced-variance estimator (eq.
/// 4) subtracts a baseline B_j = ½ if p_j ≥ η_t², and adds it to every such arm in each decision.
class TsallisInf final : public DrawnPolicy {
    bool reduced_variance = true;
    void fields(Fields& field) override {
        field("reduced_variance", reduced_variance,
              {"the reduced-variance estimator with η = 4/sqrt(t), otherwise importance weighting with "
               "2/sqrt(t)"});
    }

    void restart_weights() override {
        fill_arms(0, losses_, baseline_);
        distance_ = 0;
    }

    void distribution(std::span<double> probability) override {
        const double eta = (reduced_variance ? 4 : 2) / std::sqrt(static_cast<double>(time()));
        const double smallest = least(losses_);
        distance_ = below_least(eta, smallest);
        const auto& kernels = simd::kernels<ArmWeightKernels>();
        const double sum =
            kernels.tsallis_weights({losses_.data(), arms(), smallest, distance_, eta}, probability.data());
        kernels.divide(probability.data(), arms(), sum);
        if (!reduced_variance) return;
        for (std::size_t arm = 0; arm < arms(); ++arm)
            baseline_[arm] = probability[arm] >= eta * eta ? 0.5 : 0;
    }

    /// Returns d = min L̂ − x. (Σ p)^{−1/2} is concave and increasing in d: Newton's steps towards 1 rise
    /// from below to the root; a first step from above leads below the root. The start is the last decision's
    /// d, at least that where the best arm alone has p = 1. About two steps are taken, O(M) each.
    double below_least(double eta, double smallest) const {
        constexpr int kMostSteps = 100;
        constexpr double kNear = 1e-7;  // each step squares the relative error
        const double least_distance = 2 / eta;
        const auto sums = simd::kernels<ArmWeightKernels>().tsallis_sums;
        double d = std::max(least_distance, distance_);
        for (int step = 0; step < kMostSteps; ++step) {
            const auto [sum, slope] = sums({losses_.data(), arms(), smallest, d, eta});
            // Newton's step for h = s^{−1/2}, s = Σ p; h' = s^{−3/2} Σ p/gap.
            const double up = (std::sqrt(sum) - 1) * sum / slope;
            d = std::max(least_distance, d + up);
            if (std::abs(up) <= kNear * d) break;
        }
        return d;
    }

    void learn(std::uint32_t arm, double reward) override {
        losses_[arm] += (1 - reward - baseline_[arm]) / probability_of(arm);
    }
    void close() override {
        if (!reduced_variance) return;
        for (std::size_t arm = 0; arm < arms(); ++arm)
            losses_[arm] += baseline_[arm];
    }

    void keep_weights(StateIO& io) override {
        io("losses", losses_)("baseline", baseline_)("distance", distance_);
    }

    std::vector<double> losses_;    ///< L̂_j
    double distance_ = 0;           ///< min L̂ − x of the last selection
    std::vector<double> baseline_;  ///< B_j of the last selection; 0 with importance weighting
};

}  // namespace

extern const PolicyEntry tsallis_inf = entry<TsallisInf>(
    "tsallis_inf", "mirror descent with Tsallis entropy, best for adversarial and random rewards at once");

}  // namespace reboost::bandits
