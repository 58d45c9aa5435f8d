#include "boosting/gradient/wave.hpp"

#include <atomic>
#include <vector>

namespace reboost::boosting {

namespace {

enum class PassState { under_way, done, failed };

/// Notifies waiting threads when a pass ends, also by an exception.
class Announcement {
  public:
    explicit Announcement(std::atomic<PassState>& state) : state_(state) {}
    ~Announcement() {
        if (state_.load() == PassState::under_way) announce(PassState::failed);
    }
    void well() const { announce(PassState::done); }
    Announcement(const Announcement&) = delete;
    Announcement& operator=(const Announcement&) = delete;

  private:
    void announce(PassState outcome) const {
        state_.store(outcome);
        state_.notify_all();
    }
    std::atomic<PassState>& state_;
};

}  // namespace

void run_wave(parallel::Team& team, std::size_t trees_per_pass, std::span<const std::size_t> order,
              const parallel::Team::Body& prepare, const parallel::Team::Body& grow) {
    const std::size_t passes = (order.size() + trees_per_pass - 1) / trees_per_pass;
    std::vector<std::atomic<PassState>> states(passes);
    // Chunks begin in the order of their numbers: whoever waits for a pass waits for one under way.
    team.for_chunks(passes + order.size(), [&](std::size_t chunk, std::size_t seat) {
        if (chunk < passes) {
            const Announcement done(states[chunk]);
            prepare(chunk, seat);
            done.well();
            return;
        }
        const std::size_t tree = order[chunk - passes];
        std::atomic<PassState>& state = states[tree / trees_per_pass];
        state.wait(PassState::under_way);
        if (state.load() == PassState::failed) return;  // the other thread's exception ends the round
        grow(tree, seat);
    });
}

}  // namespace reboost::boosting
