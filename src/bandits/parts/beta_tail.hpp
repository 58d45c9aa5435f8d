#pragma once
/// The tail of a beta distribution beyond a level, and draws from it: what Thompson sampling asks of the few
/// arms that may be the best.
#include "core/rng.hpp"

namespace reboost::bandits {

/// P(X > level) for X ~ Beta(alpha, beta), both ≥ 1, level in (0, 1).
double beta_tail(double alpha, double beta, double level);

/// A draw from Beta(alpha, beta), both ≥ 1, given that it is above the level in (0, 1). `tail` > 0 is about
/// `beta_tail` of the same arguments: it decides only how the draw is made.
double draw_beta_above(double alpha, double beta, double level, double tail, Rng& rng);
/// The same given that it is not above the level; `tail` < 1.
double draw_beta_below(double alpha, double beta, double level, double tail, Rng& rng);

/// The factor by which a beta density's normaliser may have grown at most while its evidence fell to a share:
/// for all s in [share, 1], P(X_s > level) ≤ growth · P(X_share > level), X_s ~ Beta(1 + s S, 1 + s F). Of
/// the densities e^{s T(x)} with T(x) = S ln x + F ln(1−x) less its maximum: the integrals of both grow as s
/// falls.
double evidence_growth(double successes, double failures, double share);

}  // namespace reboost::bandits
