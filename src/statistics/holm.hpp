#pragma once
#include <span>
#include <vector>

namespace reboost::statistics {

/// Holm's (1979) step-down correction: the i-th smallest of m p-values becomes the largest of (m − j +
/// 1)·p_(j) over j ≤ i, at most 1. Hypotheses with a corrected p of at most α are rejected together at
/// family-wise level α.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace reboost::statistics
