#pragma once
#include "bandits/best_arms.hpp"
#include "bandits/options/index.hpp"

#include <limits>

namespace reboost::bandits {

/// The arms of the largest indices, ties: the lower arm. While all that are taken have no pull (index +∞),
/// they come in the order of `first_pass`; random numbers are drawn for that alone.
inline void select_after_first_pass(BestArms& best, std::span<const double> index, FirstPass first_pass,
                                    std::span<std::uint32_t> out, Rng& rng) {
    best.select(index, out);
    const bool in_first_pass = index[out.back()] == std::numeric_limits<double>::infinity();
    if (in_first_pass && first_pass == FirstPass::random) best.select_breaking_ties(index, out, rng);
}

}  // namespace reboost::bandits
