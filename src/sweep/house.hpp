#pragma once
/// The main thread's work while runs compute; the handling of signals as requests to end in good order.
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <semaphore.h>

namespace reboost::parallel {
class Cores;
}

namespace reboost::sweep {

class Progress;

/// A request to end in good order; every run checks it after every round. `request` wakes the thread that
/// keeps house; `ring`, which a sweep calls at news, does so, too.
class DrainFlag {
  public:
    DrainFlag() { ::sem_init(&rung_, 0, 0); }
    ~DrainFlag() { ::sem_destroy(&rung_); }

    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    /// May be called in a signal handler, like `ring`.
    void request() noexcept {
        requested_.store(true, std::memory_order_relaxed);
        ring();
    }
    void reset() { requested_.store(false, std::memory_order_relaxed); }
    void ring() noexcept { ::sem_post(&rung_); }
    /// Waits for `ring`, at most for `time`.
    void wait(std::chrono::milliseconds time) noexcept;

  private:
    std::atomic<bool> requested_{false};
    sem_t rung_;
};

/// During its lifetime, the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 requests a drain; a later SIGINT ends
/// the process at once with status 130; others do nothing. Signals that were ignored before stay ignored:
/// `nohup` ignores SIGHUP. The destructor restores the old handlers. Only one object may exist at a time.
class SignalDrain {
  public:
    explicit SignalDrain(DrainFlag& flag);
    ~SignalDrain();
    SignalDrain(const SignalDrain&) = delete;
    SignalDrain& operator=(const SignalDrain&) = delete;

    static bool signalled();

  private:
    std::vector<std::pair<int, struct sigaction>> before_;
};

/// Reports a signal, touches the claims of this process, repaints the progress and does chores at intervals.
class House {
  public:
    /// `on_signal`: text for the user when the first signal has arrived.
    House(Progress& progress, DrainFlag& drain, std::string on_signal = {});
    /// Adds a chore that is done every `seconds` seconds from now on.
    void add(double seconds, std::function<void()> chore);

    /// Keeps house until `done` returns true; ringing the drain flag has `done` checked at once.
    void keep_until(const std::function<bool()>& done);
    /// Keeps house while a core does `work`; rethrows the exception of `work`.
    void keep_during(parallel::Cores& cores, const std::function<void()>& work);

  private:
    struct Chore {
        double seconds, due;
        std::function<void()> work;
    };

    DrainFlag& drain_;
    std::vector<Chore> chores_;
};

}  // namespace reboost::sweep
