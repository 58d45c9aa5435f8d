#include "core/clock.hpp"

#include <ctime>

namespace reboost {
namespace {

double read_clock(clockid_t id) {
    timespec time{};
    clock_gettime(id, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class SystemClock final : public Clock {
  public:
    double thread_cpu_seconds() const override { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
    double wall_seconds() const override { return read_clock(CLOCK_MONOTONIC); }
    double utc_seconds() const override { return read_clock(CLOCK_REALTIME); }
};

}  // namespace

const Clock& system_clock() {
    static const SystemClock clock;
    return clock;
}

std::string format_utc(double utc_seconds) {
    const auto seconds = static_cast<std::time_t>(utc_seconds);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

}  // namespace reboost
