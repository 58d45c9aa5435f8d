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

/// The divergences of many p from one q, without a logarithm per p.
class KlFromMany {
  public:
    /// kl(p, q), `entropy` being `negative_entropy(p)`; 0 ≤ p < q < 1.
    double operator()(double p, double entropy, double q) {
        if (q != q_) set(q);
        return entropy - p * log_q_ - (1 - p) * log_rest_;
    }

  private:
    void set(double q);

    double q_ = -1, log_q_ = 0, log_rest_ = 0;  ///< ln q, ln(1−q)
};

}  // namespace reboost::bandits
