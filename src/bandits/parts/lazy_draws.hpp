#pragma once
/// Random deviates, one per arm, of which a bound costs no logarithm: `IndexPolicy::refine` asks for the few
/// that may decide.
#include "core/rng.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include <boost/math/special_functions/erf.hpp>

namespace reboost::bandits {

/// The least m with x ≥ 2^−m, for 0 < x < 2. Vectorises.
inline double halvings(double x) {
    constexpr std::uint64_t kWhole = std::bit_cast<std::uint64_t>(0x1.0p52);  // its last bits count
    const std::uint64_t biased_exponent = std::bit_cast<std::uint64_t>(x) >> 52;
    return 1023 - (std::bit_cast<double>(kWhole | biased_exponent) - 0x1.0p52);
}

/// Draws −ln(−ln u) from the standard Gumbel distribution, u uniform. The k largest of log-weights plus such
/// draws are k draws without replacement in proportion to the weights (Yellott 1977).
class GumbelDraws {
  public:
    void reset(std::size_t arms) { uniforms_.assign(arms, 0.5); }
    void draw(std::size_t arm, Rng& rng) {
        constexpr double kHalfStep = 0x1.0p-54, kBelowOne = 1 - 0x1.0p-53;  // keep the deviate finite
        uniforms_[arm] = std::min(rng.uniform() + kHalfStep, kBelowOne);
    }
    double exact(std::size_t arm) const { return -std::log(-std::log(uniforms_[arm])); }
    /// At least the draw: −ln u ≥ 1 − u.
    double bound(std::size_t arm) const { return std::numbers::ln2 * halvings(1 - uniforms_[arm]); }

  private:
    std::vector<double> uniforms_;
};

/// Standard normal deviates z by inversion of a uniform tail P(Z > z).
class NormalDraws {
  public:
    void reset(std::size_t arms) { tails_.assign(arms, 0.5); }
    void draw(Rng& rng) {
        constexpr double kHalfStep = 0x1.0p-54;  // keeps the deviate finite
        for (double& tail : tails_)
            tail = std::max(rng.uniform(), kHalfStep);
    }
    double exact(std::size_t arm) const {
        return std::numbers::sqrt2 * boost::math::erfc_inv(2 * tails_[arm], InDouble());
    }
    /// At least the draw: P(Z > z) ≤ ½ e^{−z²/2} for z ≥ 0.
    double bound(std::size_t arm) const {
        return std::sqrt(2 * std::numbers::ln2 * std::max(0.0, halvings(tails_[arm]) - 1));
    }

  private:
    using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
    std::vector<double> tails_;
};

}  // namespace reboost::bandits
