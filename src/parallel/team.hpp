#pragma once
/// Fork and join over numbered chunks, by the thread of a run and its guests.
///
/// What a chunk computes depends on its number alone, so that bits do not depend on who computes it.
///
/// Guests are tasks of the pool. Between regions they stay awake for some milliseconds, because a round has
/// dozens of short regions, and waking a thread takes longer than many of them. Then the guests of a fixed
/// team sleep; those of a flexible one leave, and the next region invites them again.
#include <cstddef>
#include <functional>
#include <memory>

namespace reboost::parallel {

class Cores;

/// Stored values that a search must read for a second thread to be worth its waking.
inline constexpr std::size_t kMinParallelValues = 200'000;

class Team {
  public:
    /// `seat`: of the thread that computes the chunk, 0 (the caller's) … most() − 1; each thread has its own.
    using Body = std::function<void(std::size_t chunk, std::size_t seat)>;

    /// The calling thread alone.
    Team();
    /// Exactly `threads` threads until the end; `pinned`: each bound to the first `threads` CPUs. 0: as many
    /// guests as `allot` allows at the moment, none at first. The cores outlive the team.
    Team(Cores& cores, int threads, bool pinned = false);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Threads that there can ever be, the caller's among them.
    std::size_t most() const;
    /// Threads that the next region may count on.
    std::size_t width() const;

    /// Runs body(0) … body(chunks − 1), with denormals flushed. The first exception of a body leaves out the
    /// chunks not yet begun and is rethrown. Called by one thread, the run's; a region inside a region is run
    /// by its caller alone, in the caller's seat.
    void for_chunks(std::size_t chunks, const Body& body);

    /// Sets the number of guests; those that are too many leave after their chunk. From any thread.
    void allot(std::size_t guests);

    /// CPU seconds that guests spent on chunks, less what the caller spent waiting for them: with the CPU
    /// time of the caller's thread, the work of the run, on whichever thread. Called by the run's thread.
    double cpu_seconds_beside() const;
    /// CPU seconds of everybody's chunks in regions with guests. From any thread.
    double region_cpu_seconds() const;
    /// Wall seconds that guests held cores.
    double guest_seconds() const;

  private:
    struct State;
    void invite();

    std::shared_ptr<State> state_;  ///< shared with the guests, which may leave later
    Cores* cores_;
};

}  // namespace reboost::parallel
