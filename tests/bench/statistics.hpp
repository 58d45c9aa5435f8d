#pragma once
/// Medians of repeated measurements and least-squares lines.
#include "core/clock.hpp"

#include <span>
#include <vector>

namespace reboost::bench {

/// The middle value; the mean of the two middle ones where their number is even. NaN of nothing.
double median(std::vector<double> values);
double smallest(std::span<const double> values);

/// y ≈ intercept + slope · x by ordinary least squares.
struct LineFit {
    double intercept = 0, slope = 0;
    double r_squared = 0;  ///< share of y's variance that the line explains
};
/// At least two different x.
LineFit fit_line(std::span<const double> x, std::span<const double> y);
/// The slope of ln y against ln x: the power with which y grows. All values positive.
double growth_power(std::span<const double> x, std::span<const double> y);

/// CPU and wall seconds of the calling thread since construction.
class Timer {
  public:
    double cpu_seconds() const { return system_clock().thread_cpu_seconds() - cpu_; }
    double wall_seconds() const { return system_clock().wall_seconds() - wall_; }

  private:
    double cpu_ = system_clock().thread_cpu_seconds(), wall_ = system_clock().wall_seconds();
};

}  // namespace reboost::bench
