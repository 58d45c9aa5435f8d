#include "sweep/house.hpp"

#include "core/clock.hpp"
#include "results/claim.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <memory>
#include <new>
#include <utility>

namespace reboost::sweep {
namespace {

constexpr double kHeartbeat = 15;  ///< seconds, as all that follow
constexpr double kRepaint = 0.2;
constexpr double kSignalLook = 0.05;

}  // namespace

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

void House::do_what_is_due() {
    for (Chore& chore : chores_) {
        const double now = system_clock().wall_seconds();
        if (now < chore.due) continue;
        try {
            chore.work();
        } catch (const std::bad_alloc&) {  // the next time, then: tasks are under way
        }
        chore.due = now + chore.seconds;
    }
}

void House::keep_until(const std::function<bool()>& done) {
    while (!done()) {
        const double next = std::ranges::min_element(chores_, {}, &Chore::due)->due;
        const double left = std::max(0.0, next - system_clock().wall_seconds());
        drain_.bell().wait(std::chrono::milliseconds(std::lround(std::ceil(1000 * left))));
        do_what_is_due();
    }
}

void House::keep_during(parallel::Cores& cores, const std::function<void()>& work) {
    const auto task = std::make_shared<std::packaged_task<void()>>(work);
    std::future<void> outcome = task->get_future();
    cores.enqueue([task, &bell = drain_.bell()] {
        (*task)();
        bell.ring();
    });
    keep_until([&] { return outcome.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    outcome.get();
}

}  // namespace reboost::sweep
