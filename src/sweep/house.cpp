#include "sweep/house.hpp"

#include "core/clock.hpp"
#include "parallel/cores.hpp"
#include "results/claim.hpp"
#include "sweep/progress.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <future>
#include <memory>
#include <new>

#include <unistd.h>

namespace reboost::sweep {
namespace {

constexpr double kHeartbeat = 15;  ///< this and the next constants: seconds
constexpr double kRepaint = 0.2;
constexpr double kSignalLook = 0.05;

constexpr int kInterruptedStatus = 130;
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP,  // the terminal is closed: runs end in good order
                            SIGUSR1};                 // schedulers send it shortly before the time limit

// Globals, because a signal handler gets no arguments from this program.
std::atomic<DrainFlag*> flag_to_set{nullptr};
std::atomic<bool> signal_came{false};
static_assert(std::atomic<DrainFlag*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
    const int before = errno;
    // A sweep that gives up sets the flag without a signal. Schedulers send several signals for one end, so
    // only a second Ctrl-C means that the user does not want to wait.
    if (!signal_came.exchange(true)) {
        if (DrainFlag* const flag = flag_to_set) flag->request();
    } else if (signal == SIGINT) {
        _exit(kInterruptedStatus);
    }
    errno = before;
}

}  // namespace

void DrainFlag::wait(std::chrono::milliseconds time) noexcept {
    using std::chrono::seconds;
    const auto end = std::chrono::steady_clock::now().time_since_epoch() + time;
    const timespec at{std::chrono::floor<seconds>(end).count(), (end % seconds(1)).count()};
    ::sem_clockwait(&rung_, CLOCK_MONOTONIC, &at);
    while (::sem_trywait(&rung_) == 0) {  // several rings wake the thread once
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
        before_.emplace_back(signal, now);
    }
}

SignalDrain::~SignalDrain() {
    for (const auto& [signal, action] : before_)
        sigaction(signal, &action, nullptr);
    flag_to_set = nullptr;
}

bool SignalDrain::signalled() {
    return signal_came;
}

House::House(Progress& progress, DrainFlag& drain, std::string on_signal) : drain_(drain) {
    add(kHeartbeat, [] { results::Claim::touch_all(); });
    add(kRepaint, [&progress] { progress.repaint(); });
    add(kSignalLook, [&progress, text = std::move(on_signal)]() mutable {
        if (!text.empty() && SignalDrain::signalled()) progress.note(std::exchange(text, {}));
    });
}

void House::add(double seconds, std::function<void()> chore) {
    chores_.push_back({seconds, system_clock().wall_seconds() + seconds, std::move(chore)});
}

void House::keep_until(const std::function<bool()>& done) {
    while (!done()) {
        const double next = std::ranges::min_element(chores_, {}, &Chore::due)->due;
        const double left = std::max(0.0, next - system_clock().wall_seconds());
        drain_.wait(std::chrono::milliseconds(std::lround(std::ceil(1000 * left))));
        for (Chore& chore : chores_) {
            const double now = system_clock().wall_seconds();
            if (now < chore.due) continue;
            try {
                chore.work();
            } catch (const std::bad_alloc&) {  // tasks go on; the chore is tried again when next due
            }
            chore.due = now + chore.seconds;
        }
    }
}

void House::keep_during(parallel::Cores& cores, const std::function<void()>& work) {
    const auto task = std::make_shared<std::packaged_task<void()>>(work);
    std::future<void> outcome = task->get_future();
    cores.enqueue([task, &drain = drain_] {
        (*task)();
        drain.ring();
    });
    keep_until([&] { return outcome.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    outcome.get();
}

}  // namespace reboost::sweep
