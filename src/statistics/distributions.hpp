#pragma once
/// Tails and quantiles of the distributions that the tests need.
namespace reboost::statistics {

/// Φ(z).
double normal_cdf(double z);
/// The p-quantile of Student's t; 0 < p < 1, degrees > 0, not necessarily whole.
double student_quantile(double p, double degrees);
/// The δ ≥ 0 with P(T > x) = tail for noncentral t with noncentrality δ; x > 0, tail < 1 and at least the
/// tail at δ = 0.
double noncentrality(double x, double degrees, double tail);
/// P(X > x) of Fisher's F distribution; degrees > 0, x ≥ 0 (+∞ allowed).
double f_tail(double x, double degrees1, double degrees2);

}  // namespace reboost::statistics
