#include "sweep/drain.hpp"

#include <csignal>
#include <utility>

#include <unistd.h>

namespace reboost::sweep {
namespace {

constexpr int kInterruptedStatus = 130;
constexpr long kPollNanoseconds = 50'000'000;  // how long the destructor may have to wait for the watcher

sigset_t drain_signals() {
    constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP,  // the terminal is gone, the work need not be
                                SIGUSR1};                 // what schedulers send before the time is over
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : kSignals) {
        struct sigaction now {};
        // A blocked signal waits for us even where it is ignored, which its sender relies on.
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
        sigaddset(&set, signal);
    }
    return set;
}

void watch(const std::stop_token& stop, const sigset_t& signals, DrainFlag& flag,
           const std::function<void()>& on_first) {
    const timespec poll{0, kPollNanoseconds};
    bool signalled = false;  // the flag may be set without a signal: the sweep gives up by itself, too
    while (!stop.stop_requested()) {
        const int signal = sigtimedwait(&signals, nullptr, &poll);
        if (signal < 0) continue;
        // Schedulers send several for one end: only a second Ctrl-C is a person who does not want to wait.
        if (signalled && signal != SIGINT) continue;
        if (signalled) _exit(kInterruptedStatus);
        signalled = true;
        flag.request();
        on_first();
    }
}

}  // namespace

SignalDrain::SignalDrain(DrainFlag& flag, std::function<void()> on_first) : signals_(drain_signals()) {
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    watcher_ = std::jthread([this, &flag, on_first = std::move(on_first)](const std::stop_token& stop) {
        watch(stop, signals_, flag, on_first);
    });
}

SignalDrain::~SignalDrain() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

}  // namespace reboost::sweep
