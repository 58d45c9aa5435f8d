#pragma once
#include "bench/metrics.hpp"

#include <iosfwd>
#include <vector>

namespace reboost::bench {

/// One number then and now. `scaled`: for milliseconds and seconds, now / then divided by the same ratio of
/// the plain search, which takes out the machine and its load; else the plain ratio.
struct Comparison {
    Metric now;
    double then = 0, ratio = 0, scaled = 0;
};

/// Names that both hold, in the order of `now`.
std::vector<Comparison> compare(const std::vector<Metric>& then, const std::vector<Metric>& now);
void print_comparison(std::ostream& out, const std::vector<Comparison>& comparisons,
                      const Value& baseline_machine);

}  // namespace reboost::bench
