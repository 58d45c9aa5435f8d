#pragma once
/// Random deviates of the policies that sample.
#include "core/rng.hpp"
#include "core/state.hpp"

#include <algorithm>
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

// Random deviates as functions of a uniform one, of which a bound costs no logarithm.

/// Half a step of uniform deviates: by so much 0 and 1 are avoided, so that what is made of them is finite.
inline constexpr double kHalfStep = 0x1.0p-54;

/// −ln(−ln u) from the standard Gumbel distribution. The k largest of log-weights plus such draws are k draws
/// without replacement in proportion to the weights (Yellott 1977).
struct Gumbel {
    static double uniform(Rng& rng) { return std::min(rng.uniform() + kHalfStep, 1 - 2 * kHalfStep); }
    static double exact(double u) { return -std::log(-std::log(u)); }
    /// At least the deviate: −ln u ≥ 1 − u.
    static double bound(double u) { return std::numbers::ln2 * halvings(1 - u); }
};

/// Standard normal z by inversion of a uniform tail P(Z > z).
struct Normal {
    static double uniform(Rng& rng) { return std::max(rng.uniform(), kHalfStep); }
    static double exact(double tail);
    /// At least the deviate: P(Z > z) ≤ ½ e^{−z²/2} for z ≥ 0.
    static double bound(double tail) {
        return std::sqrt(2 * std::numbers::ln2 * std::max(0.0, halvings(tail) - 1));
    }
};

/// Rewards that wait for random numbers: a policy that draws a reward r to a success with probability r
/// (Agrawal & Goyal 2012) has a generator only when it selects.
class PendingRewards {
  public:
    void reset(std::size_t arms) {
        all_arms_ = arms;
        arms_.clear();
        rewards_.clear();
        arms_.reserve(arms);
        rewards_.reserve(arms);
    }
    void add(std::uint32_t arm, double reward) {
        arms_.push_back(arm);
        rewards_.push_back(reward);
    }
    /// Calls `settled(arm, success)` for each in order and forgets them.
    template <class Settled>
    void settle(Rng& rng, Settled settled) {
        for (std::size_t i = 0; i < arms_.size(); ++i)
            settled(arms_[i], rng.uniform() < rewards_[i]);
        arms_.clear();
        rewards_.clear();
    }
    /// Arrays "pending_arms" and "pending_rewards".
    void state(StateIO& io) {
        io.any_size("pending_arms", arms_);
        for (const std::uint32_t arm : arms_)
            if (arm >= all_arms_) throw DataError("a saved reward is of an arm that does not exist");
        io("pending_rewards", rewards_, arms_.size());
    }

  private:
    std::size_t all_arms_ = 0;  ///< how many arms there are
    std::vector<std::uint32_t> arms_;
    std::vector<double> rewards_;
};

/// The number of marked ones among `drawn` of `population`, without replacement; `marked` of these are. Both
/// are at most the population. Inversion outwards from the mode: about one standard deviation of steps.
std::uint64_t draw_hypergeometric(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn,
                                  Rng& rng);

// The tail of a beta distribution: what Thompson sampling asks of the few arms that may be the best.

/// P(X > level) for X ~ Beta(alpha, beta), both ≥ 1, level in (0, 1).
double beta_tail(double alpha, double beta, double level);

/// A draw from Beta(alpha, beta), both ≥ 1, given that it is above the level in (0, 1). `tail` > 0 is about
/// `beta_tail` of the same arguments: it decides only how the draw is made.
double draw_beta_above(double alpha, double beta, double level, double tail, Rng& rng);
/// The same given that it is not above the level; `tail` < 1.
double draw_beta_below(double alpha, double beta, double level, double tail, Rng& rng);

/// The factor by which a beta density's normaliser may have grown at most while its evidence fell to a share:
/// for all s in [share, 1], P(X_s > level) ≤ growth · P(X_share > level), X_s ~ Beta(1 + s S, 1 + s F).
/// Densities are e^{s T(x)}, T(x) = S ln x + F ln(1−x) less its maximum: their integrals grow as s falls.
double evidence_growth(double successes, double failures, double share);

}  // namespace reboost::bandits
