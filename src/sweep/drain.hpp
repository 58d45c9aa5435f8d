#pragma once
/// Ctrl-C, SIGTERM, SIGHUP and SIGUSR1 as a request to end well.
#include "parallel/bell.hpp"

#include <atomic>
#include <vector>

namespace reboost::sweep {

/// Every run checks it after every round.
class DrainFlag {
  public:
    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    void request() noexcept {
        requested_.store(true, std::memory_order_relaxed);
        bell_.ring();
    }
    void reset() { requested_.store(false, std::memory_order_relaxed); }
    /// Rings at each request, and where a sweep has news for the thread that keeps house.
    parallel::Bell& bell() { return bell_; }

  private:
    std::atomic<bool> requested_{false};
    parallel::Bell bell_;
};

/// While alive, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 requests a drain; a later SIGINT ends the
/// process at once with status 130, others change nothing. Signals that are ignored at the beginning stay so:
/// `nohup` ignores SIGHUP. One at a time in a process.
class SignalDrain {
  public:
    explicit SignalDrain(DrainFlag& flag);
    ~SignalDrain();
    SignalDrain(const SignalDrain&) = delete;
    SignalDrain& operator=(const SignalDrain&) = delete;

    /// Whether a signal has come.
    static bool signalled();

  private:
    std::vector<int> handled_;
};

}  // namespace reboost::sweep
