#include "parallel/team.hpp"

#include "core/clock.hpp"
#include "parallel/cores.hpp"
#include "simd/flush_to_zero.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <immintrin.h>
#include <sched.h>

namespace reboost::parallel {
namespace {

using Moment = std::chrono::steady_clock::time_point;

constexpr std::chrono::milliseconds kAwake{20};       ///< how long a guest spins after a region
constexpr std::chrono::milliseconds kAwakeCaller{2};  ///< how long the caller spins at a region's end
constexpr std::chrono::microseconds kTakenAway{300};  ///< if a yield takes longer, others use the core
constexpr int kPausesBetweenYields = 64;              ///< they take some microseconds

/// Spins, with yields, until `reached` holds. False when `patience` is over or others use this core.
template <class Condition>
bool spin_until(Condition reached, std::chrono::milliseconds patience) {
    const Moment end = std::chrono::steady_clock::now() + patience;
    for (Moment before, now; now < end && now - before < kTakenAway;) {
        for (int i = 0; i < kPausesBetweenYields; ++i) {
            if (reached()) return true;
            _mm_pause();
        }
        before = std::chrono::steady_clock::now();
        sched_yield();
        now = std::chrono::steady_clock::now();
    }
    return false;
}

}  // namespace

/// The state that caller and guests share.
struct Team::State {
    State(int most, bool stays_here, int cpus)
        : stays(stays_here), pinned_to(cpus), seats(static_cast<std::size_t>(most)) {
        if (stays) allotted = seats.size() - 1;
    }

    /// The team in whose region the calling thread works, and its seat there.
    inline static thread_local const State* working_for = nullptr;
    inline static thread_local std::size_t working_seat = 0;

    /// Computes chunks until none is left. A guest in excess of `allotted` stops after its chunk.
    void pull(std::size_t seat) noexcept {
        const simd::FlushToZero flush;
        working_for = this;
        working_seat = seat;
        const double start = system_clock().thread_cpu_seconds();
        try {
            for (std::size_t chunk; (seat == 0 || !crowded()) && (chunk = next.fetch_add(1)) < chunks;)
                (*body)(chunk, seat);
        } catch (...) {
            next = chunks;
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
        }
        seats[seat].cpu_seconds.fetch_add(system_clock().thread_cpu_seconds() - start,
                                          std::memory_order_relaxed);
        working_for = nullptr;
    }

    bool crowded() const { return ending || members > allotted; }

    /// The task of a guest: takes a seat and works in regions until it must leave.
    void stay() {
        std::optional<PinnedThread> pinned;
        if (pinned_to > 0) pinned.emplace(pinned_to);
        const std::size_t seat = sit_down();
        bool tired = false;
        for (std::uint32_t seen = 0; !leaves(seat, tired); tired = !wait_after(seen)) {
            inside.fetch_add(1);
            if (open) pull(seat);
            inside.fetch_sub(1);
            inside.notify_all();
        }
    }

    /// Waits until a region other than `seen` begins or there are too many guests. Returns false if the guest
    /// of a flexible team has waited for kAwake.
    bool wait_after(std::uint32_t& seen) {
        const bool soon = spin_until([&] { return region.load() != seen || crowded(); }, kAwake);
        if (!soon && !stays) return false;
        if (!soon) region.wait(seen);
        seen = region.load();
        return true;
    }

    std::size_t sit_down() {
        const std::lock_guard lock(mutex);
        // A free seat exists: there is one for each member.
        const auto free =
            std::find_if(seats.begin() + 1, seats.end(), [](const Seat& seat) { return !seat.taken; });
        free->taken = true;
        held_seconds -= system_clock().wall_seconds();
        ++held;
        return static_cast<std::size_t>(free - seats.begin());
    }

    /// Gives the seat back and returns true if the guest is tired or there are too many guests.
    bool leaves(std::size_t seat, bool tired) {
        if (!tired && !crowded()) return false;
        const std::lock_guard lock(mutex);
        if (!tired && !crowded()) return false;  // another guest has left meanwhile
        seats[seat].taken = false;
        held_seconds += system_clock().wall_seconds();
        --held;
        --members;
        return true;
    }

    struct alignas(64) Seat {
        std::atomic<double> cpu_seconds{0};  ///< spent on chunks; written by the thread in the seat
        bool taken = false;                  ///< a guest has the seat; guarded by the mutex
    };
    double cpu_seconds_from(std::size_t first) const {
        double sum = 0;
        for (std::size_t seat = first; seat < seats.size(); ++seat)
            sum += seats[seat].cpu_seconds.load(std::memory_order_relaxed);
        return sum;
    }

    const bool stays;
    const int pinned_to;  ///< guests are bound to so many CPUs; 0: not bound
    std::atomic<std::size_t> allotted{0};
    std::atomic<std::size_t> members{0};  ///< invited guests that have not left; lowered under the mutex
    std::atomic<bool> ending{false};

    // The current region. The caller writes it while no guest is inside.
    const Body* body = nullptr;
    std::size_t chunks = 0;
    std::atomic<bool> open{false};
    alignas(64) std::atomic<std::size_t> next{0};
    alignas(64) std::atomic<std::uint32_t> region{0};  ///< number of the region
    alignas(64) std::atomic<int> inside{0};            ///< guests that may be using the members above

    mutable std::mutex mutex;  ///< guards the members below
    std::exception_ptr error;
    double held_seconds = 0;  ///< Σ times of leaving − Σ times of sitting down
    int held = 0;             ///< guests that have a seat
    std::vector<Seat> seats;
    double waited = 0;  ///< CPU seconds that the caller waited for guests
};

Team::Team() : state_(std::make_shared<State>(1, true, 0)), cores_(nullptr) {}

Team::Team(Cores& cores, int threads, bool pinned) : cores_(&cores) {
    const int given = cores.count(), most = threads == 0 ? given : std::min(threads, given);
    state_ = std::make_shared<State>(std::max(1, most), threads != 0, pinned ? threads : 0);
}

Team::~Team() {
    state_->ending = true;
    state_->region.fetch_add(1);
    state_->region.notify_all();
}

std::size_t Team::most() const {
    return state_->seats.size();
}

std::size_t Team::width() const {
    return 1 + state_->allotted.load(std::memory_order_relaxed);
}

void Team::allot(std::size_t guests) {
    state_->allotted = std::min(guests, most() - 1);
}

void Team::invite() {
    State& state = *state_;
    while (state.members < state.allotted) {
        ++state.members;
        try {
            cores_->enqueue([guest = state_] { guest->stay(); });
        } catch (const std::bad_alloc&) {  // the region runs without this guest
            --state.members;
            return;
        }
    }
}

void Team::for_chunks(std::size_t chunks, const Body& body) {
    State& state = *state_;
    if (width() == 1 || chunks <= 1 || State::working_for != nullptr) {
        const std::size_t seat = State::working_for == &state ? State::working_seat : 0;
        const simd::FlushToZero flush;
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            body(chunk, seat);
        return;
    }
    invite();
    state.body = &body;
    state.chunks = chunks;
    state.next = 0;
    state.open = true;
    state.region.fetch_add(1);
    state.region.notify_all();
    state.pull(0);
    state.open = false;
    // A guest raises `inside` before it reads `open`, so no guest can be inside once `inside` is 0.
    if (state.inside.load() != 0) {
        const double start = system_clock().thread_cpu_seconds();
        if (!spin_until([&] { return state.inside.load() == 0; }, kAwakeCaller))
            for (int inside; (inside = state.inside.load()) != 0;)
                state.inside.wait(inside);
        state.waited += system_clock().thread_cpu_seconds() - start;
    }
    if (std::exception_ptr error = std::exchange(state.error, nullptr)) std::rethrow_exception(error);
}

double Team::cpu_seconds_beside() const {
    return state_->cpu_seconds_from(1) - state_->waited;
}

double Team::region_cpu_seconds() const {
    return state_->cpu_seconds_from(0);
}

double Team::guest_seconds() const {
    const std::lock_guard lock(state_->mutex);
    return state_->held_seconds + state_->held * system_clock().wall_seconds();
}

}  // namespace reboost::parallel
