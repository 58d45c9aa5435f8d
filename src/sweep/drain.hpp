#pragma once
/// Ctrl-C, SIGTERM, SIGHUP and SIGUSR1 as a request to end well.
#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace reboost::sweep {

/// Every run checks it after every round.
class DrainFlag {
  public:
    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    void request() { requested_.store(true, std::memory_order_relaxed); }
    void reset() { requested_.store(false, std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_{false};
};

/// While alive, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 sets the flag and calls `on_first` (on another
/// thread); a later SIGINT ends the process at once with status 130, others change nothing. Those that are
/// ignored at the beginning stay so: `nohup` ignores SIGHUP. Blocks the other
/// signals in the calling thread and in all threads it starts from then on, so construct it before any other
/// thread.
class SignalDrain {
  public:
    SignalDrain(DrainFlag& flag, std::function<void()> on_first);
    ~SignalDrain();
    SignalDrain(const SignalDrain&) = delete;
    SignalDrain& operator=(const SignalDrain&) = delete;

  private:
    sigset_t signals_;
    std::jthread watcher_;
};

}  // namespace reboost::sweep
