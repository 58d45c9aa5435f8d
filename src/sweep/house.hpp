#pragma once
/// What the main thread does while tasks compute; and Ctrl-C, SIGTERM, SIGHUP and SIGUSR1 as a request to end
/// well.
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

/// A request to end well: every run checks it after every round. A request wakes the thread that keeps house;
/// so does `ring`, where a sweep has news.
class DrainFlag {
  public:
    DrainFlag() { ::sem_init(&rung_, 0, 0); }
    ~DrainFlag() { ::sem_destroy(&rung_); }
    DrainFlag(const DrainFlag&) = delete;
    DrainFlag& operator=(const DrainFlag&) = delete;

    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    /// May be called in a signal handler, as `ring` may.
    void request() noexcept {
        requested_.store(true, std::memory_order_relaxed);
        ring();
    }
    void reset() { requested_.store(false, std::memory_order_relaxed); }
    void ring() noexcept { ::sem_post(&rung_); }
    /// Until it rings, or the time is over.
    void wait(std::chrono::milliseconds time) noexcept;

  private:
    std::atomic<bool> requested_{false};
    sem_t rung_;
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
    std::vector<std::pair<int, struct sigaction>> before_;
};

/// Keeps house: tells of a signal, touches the claims of this process, repaints the progress, and does what
/// else is due now and then.
class House {
  public:
    /// `on_signal`: told to the user when the first signal has come.
    House(Progress& progress, DrainFlag& drain, std::string on_signal = {});
    /// A chore for every `seconds`, from now on until the house is gone.
    void add(double seconds, std::function<void()> chore);

    /// Returns soon after `done`, for which the drain flag rings.
    void keep_until(const std::function<bool()>& done);
    /// The same while a core does the work; rethrows what it throws.
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
