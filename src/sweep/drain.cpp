#include "sweep/drain.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
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

Bell::Bell() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

Bell::~Bell() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Bell::ring() noexcept {
    constexpr std::uint64_t kOne = 1;
    if (descriptor_ >= 0 && ::write(descriptor_, &kOne, sizeof kOne) < 0) {
        // it rings already
    }
}

void Bell::wait(std::chrono::milliseconds time) noexcept {
    ::pollfd waited{descriptor_, POLLIN, 0};
    if (::poll(&waited, 1, static_cast<int>(time.count())) != 1) return;
    std::uint64_t rung = 0;
    if (::read(descriptor_, &rung, sizeof rung) < 0) {
        // somebody else heard it
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
        handled_.push_back(signal);
    }
}

SignalDrain::~SignalDrain() {
    for (const int one : handled_)
        std::signal(one, SIG_DFL);
    flag_to_set = nullptr;
}

bool SignalDrain::signalled() {
    return signal_came;
}

}  // namespace reboost::sweep
