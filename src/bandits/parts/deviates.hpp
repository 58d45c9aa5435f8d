#pragma once
/// Random deviates for policies that sample.
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

/// Returns the least m with x ≥ 2^−m, for 0 < x < 2. Loops over it vectorise.
inline double halvings(double x) {
    constexpr std::uint64_t kWhole = std::bit_cast<std::uint64_t>(0x1.0p52);  // low bits e: 2^52 + e
    const std::uint64_t biased_exponent = std::bit_cast<std::uint64_t>(x) >> 52;
    return 1023 - (std::bit_cast<double>(kWhole | biased_exponent) - 0x1.0p52);
}

// Random deviates as functions of a uniform deviate; their upper bounds need no logarithm.

/// Half the step between uniform deviates: keeps them off 0 and 1, so that functions of them are finite.
inline constexpr double kHalfStep = 0x1.0p-54;

/// A standard Gumbel deviate −ln(−ln u). The k largest sums of log-weight and Gumbel deviate are k draws
/// without replacement in proportion to the weights (Yellott 1977).
struct Gumbel {
    static double uniform(Rng& rng) { return std::min(rng.uniform() + kHalfStep, 1 - 2 * kHalfStep); }
    static double exact(double u) { return -std::log(-std::log(u)); }
    /// Returns an upper bound of the deviate: −ln u ≥ 1 − u.
    static double bound(double u) { return std::numbers::ln2 * halvings(1 - u); }
};

/// Standard normal z by inversion of a uniform tail P(Z > z).
struct Normal {
    static double uniform(Rng& rng) { return std::max(rng.uniform(), kHalfStep); }
    static double exact(double tail);
    /// Returns an upper bound of the deviate: P(Z > z) ≤ ½ e^{−z²/2} for z ≥ 0.
    static double bound(double tail) {
        return std::sqrt(2 * std::numbers::ln2 * std::max(0.0, halvings(tail) - 1));
    }
};

/// Rewards that wait for random numbers: a policy turns a reward r into a success with probability r (Agrawal
/// & Goyal 2012), but has a random generator only in `select`.
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
    /// Draws successes, calls `settled(arm, success)` for each reward in order, and forgets the rewards.
    template <class Settled>
    void settle(Rng& rng, Settled settled) {
        for (std::size_t i = 0; i < arms_.size(); ++i)
            settled(arms_[i], rng.uniform() < rewards_[i]);
        arms_.clear();
        rewards_.clear();
    }
    /// Saves or loads the arrays "pending_arms" and "pending_rewards".
    void state(StateIO& io) {
        io.any_size("pending_arms", arms_);
        for (const std::uint32_t arm : arms_)
            if (arm >= all_arms_) throw DataError("a saved reward is of an arm that does not exist");
        io("pending_rewards", rewards_, arms_.size());
    }

  private:
    std::size_t all_arms_ = 0;  ///< number of arms
    std::vector<std::uint32_t> arms_;
    std::vector<double> rewards_;
};

/// Returns how many of `drawn` items, taken without replacement from `population` items, are among the
/// `marked` ones. drawn, marked ≤ population. Inversion from the mode: about one standard deviation of steps.
std::uint64_t draw_hypergeometric(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn,
                                  Rng& rng);

// Tails of beta distributions, with which Thompson sampling finds the few arms that may be best.

/// Returns P(X > level) for X ~ Beta(alpha, beta), both ≥ 1, level in (0, 1).
double beta_tail(double alpha, double beta, double level);

/// Returns a draw from Beta(alpha, beta), both ≥ 1, conditioned on exceeding the level in (0, 1). `tail` > 0,
/// about `beta_tail` of the same arguments, affects only the sampling method.
double draw_beta_above(double alpha, double beta, double level, double tail, Rng& rng);
/// Returns a draw conditioned on not exceeding the level; `tail` < 1.
double draw_beta_below(double alpha, double beta, double level, double tail, Rng& rng);

/// Returns a factor `growth` with P(X_s > level) ≤ growth · P(X_share > level) for all s in [share, 1], where
/// X_s ~ Beta(1 + s S, 1 + s F), S successes, F failures. The densities are proportional to e^{s T(x)}, T(x)
/// = S ln x + F ln(1−x) less its maximum: the integrals grow as s falls.
double evidence_growth(double successes, double failures, double share);

}  // namespace reboost::bandits
