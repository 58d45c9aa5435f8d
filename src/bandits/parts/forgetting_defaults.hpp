#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace reboost::bandits {

/// Garivier & Moulines's window 2 √(T ln T) for one change. With fewer than a few pulls of each arm inside it
/// a policy would only explore: at least 4 M.
inline double default_window(double horizon, std::size_t arms) {
    return std::max(std::ceil(2 * std::sqrt(horizon * std::log(horizon))), 4 * static_cast<double>(arms));
}

/// Their discount 1 − 1/(4 √T) for one change, with a memory of at least 4 M decisions for the same reason.
inline double default_discount(double horizon, std::size_t arms) {
    return 1 - 1 / (4 * std::max(std::sqrt(horizon), static_cast<double>(arms)));
}

}  // namespace reboost::bandits
