#pragma once
#include <string>

namespace reboost {

/// A clock. Code that needs the time gets one passed in, so that tests can fake the time.
class Clock {
  public:
    virtual ~Clock() = default;
    /// CPU seconds of the calling thread.
    virtual double thread_cpu_seconds() const = 0;
    /// Monotonic wall seconds from an arbitrary origin.
    virtual double wall_seconds() const = 0;
    /// Seconds since 1970-01-01 UTC.
    virtual double utc_seconds() const = 0;
};

/// The clock of the operating system (clock_gettime).
const Clock& system_clock();

/// "2026-11-20T12:34:56Z".
std::string format_utc(double utc_seconds);

}  // namespace reboost
