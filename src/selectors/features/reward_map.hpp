#pragma once
#include "selectors/features/options.hpp"

namespace reboost::selectors {

/// The reward in [0,1] of an edge in [0,1] (opt2009 §3.2; zhao2019 §3 with its sign corrected): sqrt 1 −
/// √(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ². An edge beyond 1 by rounding counts as 1. Throws
/// TrainingError for NaN.
double reward_of_edge(RewardMap map, double edge);

/// A reward paid at a price c ≥ 0, in [0,1]: r/(r+c), which orders as r/c does. 0 where r = 0, also at price
/// 0.
double reward_per_cost(double reward, double price);

}  // namespace reboost::selectors
