#pragma once
/// Tails and quantiles of the distributions that the tests need; the one place that includes Boost.Math.
namespace reboost::statistics {

/// Φ(z).
double normal_cdf(double z);
/// Φ⁻¹(p), 0 < p < 1.
double normal_quantile(double p);
/// The p-quantile of Student's t; 0 < p < 1, degrees > 0, not necessarily whole.
double student_quantile(double p, double degrees);
/// The δ ≥ 0 with P(T > x) = tail for noncentral t with noncentrality δ; x > 0, tail < 1 and at least the
/// tail at δ = 0.
double noncentrality(double x, double degrees, double tail);
/// P(X > x) of the chi-squared distribution; degrees > 0, x ≥ 0 (+∞ allowed).
double chi_squared_tail(double x, double degrees);
/// P(X > x) of Fisher's F distribution; degrees > 0, x ≥ 0 (+∞ allowed).
double f_tail(double x, double degrees1, double degrees2);

/// P(R ≤ q) for the range R of k ≥ 2 standard normals, which is the studentised range with infinite degrees
/// of freedom: k ∫ φ(z) [Φ(z) − Φ(z−q)]^{k−1} dz by adaptive Gauss–Kronrod quadrature, error below 1e-12.
double range_cdf(double q, int k);
/// The q with range_cdf(q, k) = p, 0 < p < 1.
double studentised_range_quantile(double p, int k);

}  // namespace reboost::statistics
