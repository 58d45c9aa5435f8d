#pragma once
/// A run's thread and its guests compute numbered chunks together (fork and join).
///
/// A chunk's result depends only on its number, so its bits are the same whichever thread computes it.
///
/// Guests are tasks of the pool. Between regions they spin for some milliseconds: a round has dozens of
/// regions, and waking a thread takes longer than many of them. After that, guests of a fixed team sleep,
/// while guests of a flexible team leave and are invited again by the next region.
#include <cstddef>
#include <functional>
#include <memory>

namespace reboost::parallel {

class Cores;

/// The least number of values that a search must read for a second thread to repay its waking.
inline constexpr std::size_t kMinParallelValues = 200'000;

class Team {
  public:
    /// Computes a chunk. `seat`: number of the thread, 0 (the caller) … most() − 1; each thread has its own.
    using Body = std::function<void(std::size_t chunk, std::size_t seat)>;

    /// A team of the calling thread alone.
    Team();
    /// A fixed team of `threads` threads, with `pinned` each bound to the first `threads` CPUs; with 0 a
    /// flexible team of as many guests as `allot` allows, none at first. `cores` must outlive the team.
    Team(Cores& cores, int threads, bool pinned = false);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// The largest possible number of threads, the caller included.
    std::size_t most() const;
    /// The number of threads allotted to the next region, the caller included.
    std::size_t width() const;

    /// Runs body(0) … body(chunks − 1) with denormals flushed to zero. After a first exception, chunks not
    /// yet begun are skipped and the exception is rethrown. Only the run's thread may call it; a region
    /// inside a region is run by its caller alone, in the caller's seat.
    void for_chunks(std::size_t chunks, const Body& body);

    /// Sets the number of guests; excess guests leave after their chunk. May be called from any thread.
    void allot(std::size_t guests);

    /// CPU seconds that guests spent on chunks, minus the caller's CPU seconds of waiting for them. Added to
    /// the caller's CPU time, this gives the CPU time of the run. Only the run's thread may call it.
    double cpu_seconds_beside() const;
    /// CPU seconds that all threads spent on chunks of regions with guests. May be called from any thread.
    double region_cpu_seconds() const;
    /// Wall seconds that guests had seats, summed over guests.
    double guest_seconds() const;

  private:
    struct State;
    void invite();

    std::shared_ptr<State> state_;  ///< shared with the guests, which may outlive the team
    Cores* cores_;
};

}  // namespace reboost::parallel
