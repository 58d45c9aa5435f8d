#pragma once
/// Random deviates, one per arm, of which a bound costs no logarithm: `IndexPolicy::refine` asks for the few
/// that may decide.
#include "core/rng.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

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
        constexpr double kHalfStep = 0x1.0p-54;  // keeps the deviate above 0
        uniforms_[arm] = rng.uniform() + kHalfStep;
    }
    double exact(std::size_t arm) const { return -std::log(-std::log(uniforms_[arm])); }
    /// At least the draw: −ln u ≥ 1 − u.
    double bound(std::size_t arm) const { return std::numbers::ln2 * halvings(1 - uniforms_[arm]); }

  private:
    std::vector<double> uniforms_;
};

/// Standard normal deviates by the polar method, x √(−2 ln s/s) with s ≥ x².
class NormalDraws {
  public:
    void reset(std::size_t arms) { points_.assign(arms, {0, 0.5}); }
    void draw(Rng& rng) { rng.disc_points(points_); }
    double exact(std::size_t arm) const { return Rng::normal(points_[arm]); }
    /// At least the draw, which has the sign of x and is at most √(−2 ln s).
    double bound(std::size_t arm) const {
        const double most = std::sqrt(2 * std::numbers::ln2 * halvings(points_[arm].square));
        return points_[arm].x > 0 ? most : 0;
    }

  private:
    std::vector<Rng::DiscPoint> points_;
};

}  // namespace reboost::bandits
