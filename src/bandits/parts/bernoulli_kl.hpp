#pragma once
/// The Kullback–Leibler divergence between Bernoulli distributions, and the upper confidence bound that it
/// gives.
#include <algorithm>
#include <cmath>

namespace reboost::bandits {

/// p ln(p/q) + (1−p) ln((1−p)/(1−q)) with 0 ln 0 = 0; +∞ where q excludes what p allows. p, q in [0,1].
double bernoulli_kl(double p, double q);

/// The largest q in [p, 1] with kl(p, q) ≤ d, d ≥ 0; Newton's method from above, error below 1e-9.
double kl_upper(double p, double d);

/// An upper bound of `kl_upper` without logarithms: by kl ≥ 2 (q−p)² and kl ≥ (q−p)²/(2q). Vectorises.
inline double kl_upper_bound(double p, double d) {
    const double by_variance = p + d + std::sqrt(d * d + 2 * p * d);
    return std::min(1.0, std::min(p + std::sqrt(d / 2), by_variance));
}

/// p ln p + (1−p) ln(1−p).
double negative_entropy(double p);

/// Whether the upper confidence bounds of many arms reach a threshold q: kl(p, q) ≤ d without a logarithm per
/// arm.
class KlThreshold {
  public:
    /// `entropy` is `negative_entropy(p)`. True where `kl_upper(p, d)` ≥ q, and where rounding leaves it
    /// open.
    bool reached(double q, double p, double entropy, double d) {
        if (q != q_) set(q);
        constexpr double kRounding = 1e-9;
        return p >= q || q >= kNearOne ||
               entropy - p * log_q_ - (1 - p) * log_rest_ <= d * (1 + kRounding) + 1e-13;
    }

  private:
    static constexpr double kNearOne = 1 - 1e-12;
    void set(double q);

    double q_ = -1, log_q_ = 0, log_rest_ = 0;  ///< ln q, ln(1−q)
};

}  // namespace reboost::bandits
