#pragma once
#include "core/clock.hpp"

namespace reboost::bench {

/// CPU and wall seconds of the calling thread since construction.
class Timer {
  public:
    double cpu_seconds() const { return system_clock().thread_cpu_seconds() - cpu_; }
    double wall_seconds() const { return system_clock().wall_seconds() - wall_; }

  private:
    double cpu_ = system_clock().thread_cpu_seconds(), wall_ = system_clock().wall_seconds();
};

}  // namespace reboost::bench
