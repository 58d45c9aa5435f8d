#pragma once
/// The Kullback–Leibler divergence between Bernoulli distributions, and its upper confidence bound.
#include "bandits/parts/index_policy.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace reboost::bandits {

/// p ln(p/q) + (1−p) ln((1−p)/(1−q)) with 0 ln 0 = 0; +∞ if q = 0 < p or q = 1 > p. p, q in [0,1].
double bernoulli_kl(double p, double q);

/// The largest q in [p, 1] with kl(p, q) ≤ d, d ≥ 0; Newton's method from above, error below 1e-9.
double kl_upper(double p, double d);

/// An upper bound of `kl_upper` without logarithms, by kl ≥ 2 (q−p)² and kl ≥ (q−p)²/(2q). Loops vectorise.
inline double kl_upper_bound(double p, double d) {
    const double by_variance = p + d + std::sqrt(d * d + 2 * p * d);
    return std::min(1.0, std::min(p + std::sqrt(d / 2), by_variance));
}

/// Returns p ln p + (1−p) ln(1−p).
double negative_entropy(double p);

/// KL-UCB indices of many arms: an index is the largest q with n kl(r̄, q) ≤ level, r̄ the mean of n rewards.
/// The index is concave and increasing in the level: a tangent is an upper bound at every level.
class KlIndices {
  public:
    void reset(std::size_t arms) {
        arms_.assign(arms, {});
        tangents_.reset(arms);
        asked_ = 1;
    }
    /// Sets the arm's mean and pulls ≥ 1 after new rewards; `level` is the current level.
    void set(std::size_t arm, double mean, double pulls, double level) {
        arms_[arm] = {mean, negative_entropy(mean), pulls};
        if (mean < asked_ && asked_ < 1)
            touch(arm, asked_);
        else
            exact(arm, level);
    }
    /// Returns an upper bound of the index; +∞ for an arm that was never set.
    double bound(std::size_t arm, double level) const { return tangents_.at(arm, level); }
    /// Returns true if the index is at least q, up to rounding. May move the arm's tangent to q.
    bool reaches(std::size_t arm, double q, double level);
    /// Returns the index, by Newton's method, and moves the arm's tangent to it.
    double exact(std::size_t arm, double level);

  private:
    struct Arm {
        double mean = 0;
        double entropy = 0;  ///< r̄ ln r̄ + (1−r̄) ln(1−r̄)
        double pulls = 1;
    };
    /// Returns kl(r̄, q), r̄ < q < 1, and moves the arm's tangent to q.
    double touch(std::size_t arm, double q);
    void set_tangent(std::size_t arm, double level, double q);

    std::vector<Arm> arms_;
    Tangents tangents_;
    double q_ = -1, log_q_ = 0, log_rest_ = 0;  ///< last q, ln q, ln(1−q): reused for many arms
    double asked_ = 1;                          ///< the last q passed to `reaches`: near the best index
};

}  // namespace reboost::bandits
