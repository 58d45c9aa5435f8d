#pragma once
/// The Kullback–Leibler divergence between Bernoulli distributions, and the upper confidence bound that it
/// gives.
namespace reboost::bandits {

/// p ln(p/q) + (1−p) ln((1−p)/(1−q)) with 0 ln 0 = 0; +∞ where q excludes what p allows. p, q in [0,1].
double bernoulli_kl(double p, double q);

/// The largest q in [p, 1] with kl(p, q) ≤ d, d ≥ 0; Newton's method from above, error below 1e-9.
double kl_upper(double p, double d);

/// An upper bound of `kl_upper` without logarithms: by kl ≥ 2 (q−p)² and kl ≥ (q−p)²/(2q).
double kl_upper_bound(double p, double d);

}  // namespace reboost::bandits
