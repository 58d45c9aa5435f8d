#include "sweep/drain.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <unistd.h>

namespace reboost::sweep {
namespace {

constexpr int kInterruptedStatus = 130;
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP,  // the terminal is gone, the work need not be
                            SIGUSR1};                 // what schedulers send before the time is over

// A signal handler reaches nothing else.
std::atomic<DrainFlag*> flag_to_set{nullptr};
std::atomic<bool> signal_came{false};
static_assert(std::atomic<DrainFlag*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
    const int before = errno;
    // The flag may be set without a signal: the sweep gives up by itself, too. Schedulers send several
    // signals for one end: only a second Ctrl-C is a person who does not want to wait.
    if (!signal_came.exchange(true)) {
        if (DrainFlag* const flag = flag_to_set) flag->request();
    } else if (signal == SIGINT) {
        _exit(kInterruptedStatus);
    }
    errno = before;
}

}  // namespace

Bell::Bell() {
    ::sem_init(&rung_, 0, 0);
}

Bell::~Bell() {
    ::sem_destroy(&rung_);
}

void Bell::ring() noexcept {
    ::sem_post(&rung_);
}

void Bell::wait(std::chrono::milliseconds time) noexcept {
    timespec end{};
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    const auto left = std::chrono::nanoseconds(end.tv_nsec) + time;
    end.tv_sec += std::chrono::floor<std::chrono::seconds>(left).count();
    end.tv_nsec = (left % std::chrono::seconds(1)).count();
    ::sem_clockwait(&rung_, CLOCK_MONOTONIC, &end);
    while (::sem_trywait(&rung_) == 0) {  // rung several times, it is heard once
    }
}

SignalDrain::SignalDrain(DrainFlag& flag) {
    signal_came = false;
    flag_to_set = &flag;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    for (const int signal : kSignals) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        sigaction(signal, &action, nullptr);
        handled_.push_back({signal, now});
    }
}

SignalDrain::~SignalDrain() {
    for (const Handled& one : handled_)
        sigaction(one.signal, &one.before, nullptr);
    flag_to_set = nullptr;
}

bool SignalDrain::signalled() {
    return signal_came;
}

}  // namespace reboost::sweep
