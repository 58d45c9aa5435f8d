#pragma once
/// Nemenyi's test after Friedman's (Demšar 2006): which mean ranks differ?
#include <cstddef>

namespace reboost::statistics {

/// The difference of two mean ranks that is significant at level α for k ≥ 2 methods on N ≥ 1 data sets:
/// q_α √(k(k+1)/(6N)), q_α the studentised range's quantile (infinite degrees of freedom) / √2.
double nemenyi_critical_difference(std::size_t methods, std::size_t sets, double alpha = 0.05);

}  // namespace reboost::statistics
