#pragma once
/// The Bayesian signed-rank test with a region of practical equivalence (Benavoli, Corani, Demšar & Zaffalon,
/// JMLR 2017, §4.2): how probable is it that the difference on a further data set is practically negative,
/// nil or positive?
#include "core/rng.hpp"

#include <cstddef>
#include <span>

namespace reboost::statistics {

struct BayesianSignedRankOptions {
    double rope = 0.01;           ///< differences from −rope to rope are practically nil
    double prior_strength = 0.6;  ///< weight of the prior's one pseudo-observation, a difference of 0
    std::size_t draws = 50'000;   ///< from the posterior
};

/// Sums to 1.
struct BayesianSignedRank {
    double left = 0;   ///< P(negative is the most probable of the three)
    double rope = 0;   ///< P(nil is)
    double right = 0;  ///< P(positive is)
};

/// A draw from the posterior gives the differences and the pseudo-observation Dirichlet weights w; the mass
/// of the pairs (i, j) with z_i + z_j below −2·rope, within, and above is compared (equations 15–18). The
/// shares of draws that each of the three wins are returned, as in the authors' program; equal masses go to
/// left, then nil. O(draws·N).
BayesianSignedRank bayesian_signed_rank(std::span<const double> differences, Rng& rng,
                                        const BayesianSignedRankOptions& options = {});

}  // namespace reboost::statistics
