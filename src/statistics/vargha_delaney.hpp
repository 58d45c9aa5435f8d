#pragma once
#include <span>

namespace reboost::statistics {

/// Vargha & Delaney's (2000) A: the probability that a draw from `first` is larger than one from `second`,
/// equal ones counted half. 0.5: no effect; 0.56, 0.64 and 0.71 (or 0.44, 0.36, 0.29) are small, medium and
/// large. Neither is empty.
double vargha_delaney_a(std::span<const double> first, std::span<const double> second);

}  // namespace reboost::statistics
