#pragma once
#include <cstddef>
#include <limits>
#include <vector>

namespace reboost::bandits {

/// An upper bound for each arm's index where that is a concave function of x, with values up to 1: one of its
/// tangents, which stays above it until the arm's statistics change.
class Tangents {
  public:
    /// No arm has a tangent: +∞ everywhere.
    void reset(std::size_t arms) {
        offsets_.assign(arms, kNone);
        slopes_.assign(arms, 0);
    }
    /// The tangent through (x, value) with this slope.
    void set(std::size_t arm, double x, double value, double slope) {
        offsets_[arm] = value - slope * x;
        slopes_[arm] = slope;
    }
    double at(std::size_t arm, double x) const { return offsets_[arm] + slopes_[arm] * x; }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<double> offsets_, slopes_;
};

}  // namespace reboost::bandits
