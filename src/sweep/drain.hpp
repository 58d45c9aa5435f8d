#pragma once
/// Ctrl-C, SIGTERM, SIGHUP and SIGUSR1 as a request to end well.
#include <atomic>
#include <chrono>
#include <csignal>
#include <vector>

#include <semaphore.h>

namespace reboost::sweep {

/// Wakes the thread that waits for it. May be rung in a signal handler.
class Bell {
  public:
    Bell();
    ~Bell();
    Bell(const Bell&) = delete;
    Bell& operator=(const Bell&) = delete;

    void ring() noexcept;
    /// Until it rings, or the time is over.
    void wait(std::chrono::milliseconds time) noexcept;

  private:
    sem_t rung_;
};

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
    Bell& bell() { return bell_; }

  private:
    std::atomic<bool> requested_{false};
    Bell bell_;
};

/// While alive, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 requests a drain; a later SIGINT ends the
/// process at once with status 130, others change nothing. Signals that are ignored at the beginning stay so:
/// `nohup` ignores SIGHUP. The destructor puts the handlers back that were there. One at a time in a process.
class SignalDrain {
  public:
    explicit SignalDrain(DrainFlag& flag);
    ~SignalDrain();
    SignalDrain(const SignalDrain&) = delete;
    SignalDrain& operator=(const SignalDrain&) = delete;

    /// Whether a signal has come.
    static bool signalled();

  private:
    struct Handled {
        int signal;
        struct sigaction before;
    };
    std::vector<Handled> handled_;
};

}  // namespace reboost::sweep
