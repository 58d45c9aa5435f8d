#include "selectors/features/reward_map.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::selectors {

double reward_of_edge(RewardMap map, double edge) {
    if (std::isnan(edge)) throw NotANumberError("the edge of a base classifier is not a number");
    const double gamma = std::clamp(edge, 0.0, 1.0);
    const double squared = gamma * gamma;
    switch (map) {
        case RewardMap::sqrt:
            return 1 - std::sqrt(1 - squared);
        case RewardMap::log:
            return std::min(1.0, -0.5 * std::log1p(-squared));
        case RewardMap::edge_squared:
            return squared;
    }
    return 0;
}

double reward_per_cost(double reward, double price) {
    return reward > 0 ? reward / (reward + price) : 0;
}

}  // namespace reboost::selectors
