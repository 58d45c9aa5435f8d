#pragma once
#include <cstddef>
#include <limits>
#include <vector>

namespace reboost::bandits {

/// An upper bound for each arm's index where that is a concave function of x, with values up to 1: one of its
/// tangents, which stays above it until the arm's statistics change.
class Tangents {
  public:
    /// +∞ for every arm: none has been tried.
    void reset(std::size_t arms) {
        offsets_.assign(arms, std::numeric_limits<double>::infinity());
        slopes_.assign(arms, 0);
    }
    /// The tangent through (x, value) with this slope.
    void set(std::size_t arm, double x, double value, double slope) {
        offsets_[arm] = value - slope * x;
        slopes_[arm] = slope;
    }
    /// No tangent is known: the bound is 1.
    void set_highest(std::size_t arm) { set(arm, 0, 1, 0); }
    double at(std::size_t arm, double x) const { return offsets_[arm] + slopes_[arm] * x; }

  private:
    std::vector<double> offsets_, slopes_;
};

}  // namespace reboost::bandits
