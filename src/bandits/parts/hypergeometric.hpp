#pragma once
#include "core/rng.hpp"

#include <cstdint>

namespace reboost::bandits {

/// The number of marked ones among `drawn` of `population`, `marked` ≤ population of which are marked, drawn
/// without replacement, drawn ≤ population. Inversion outwards from the mode: about one standard deviation of
/// steps.
std::uint64_t draw_hypergeometric(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn,
                                  Rng& rng);

}  // namespace reboost::bandits
