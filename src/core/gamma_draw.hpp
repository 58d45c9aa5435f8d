#pragma once
#include "core/rng.hpp"

namespace reboost {

/// A draw from the gamma distribution with shape > 0 and scale 1 (Marsaglia & Tsang 2000); below shape 1 by
/// their power of a uniform deviate.
double draw_gamma(double shape, Rng& rng);
/// A draw from the beta distribution, both parameters > 0.
double draw_beta(double alpha, double beta, Rng& rng);

}  // namespace reboost
