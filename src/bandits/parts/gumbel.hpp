#pragma once
#include "core/rng.hpp"

#include <cmath>

namespace reboost::bandits {

/// A draw from the standard Gumbel distribution. The k largest of log-weights plus such draws are k draws
/// without replacement in proportion to the weights (Yellott 1977).
inline double draw_gumbel(Rng& rng) {
    constexpr double kHalfStep = 0x1.0p-54;  // keeps the deviate above 0
    return -std::log(-std::log(rng.uniform() + kHalfStep));
}

}  // namespace reboost::bandits
