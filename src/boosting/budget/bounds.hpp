#pragma once
/// The bounds of ijcai2015 sections 3 and 5, measured along a run.
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"

#include <span>

namespace reboost::boosting {

/// Largest measured value over its bound, over the rounds 1, 2, 3, … log-spaced, the last included; at most 1
/// where the bounds hold (up to the rounding of the edges).
struct BoundRatios {
    double training_error = 0;  ///< P̂r[H(x) ≠ y] ≤ Π Z_t
    double margin = 0;  ///< P̂r[y f(x) ≤ θ] ≤ Π √((1+γ_t)^(1+θ) (1−γ_t)^(1−θ)), f = Σαh/Σα, several θ
};

/// `edges` and `alphas` of each round; a round with an edge of 1 or a capped α ends the measurement, since
/// the bounds assume α = ½ ln((1+γ)/(1−γ)).
BoundRatios measure_bounds(const learners::Ensemble& ensemble, std::span<const double> edges,
                           const data::BinnedMatrix& rows, const data::Labels& labels);

}  // namespace reboost::boosting
