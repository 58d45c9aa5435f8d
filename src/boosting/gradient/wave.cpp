#include "boosting/gradient/wave.hpp"

#include "learners/parallel.hpp"

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

double run_wave(int threads, std::size_t trees_per_pass, std::span<const std::size_t> order,
                const std::function<void(std::size_t)>& prepare,
                const std::function<void(std::size_t)>& grow) {
    const std::size_t passes = (order.size() + trees_per_pass - 1) / trees_per_pass;
    std::vector<std::atomic<PassState>> states(passes);
    std::atomic<std::size_t> next{0};
    return learners::parallel_chunks(threads, static_cast<std::size_t>(threads), [&](std::size_t) {
        for (std::size_t i; (i = next.fetch_add(1)) < passes + order.size();) {
            if (i < passes) {
                const Announcement done(states[i]);
                prepare(i);
                done.well();
                continue;
            }
            const std::size_t tree = order[i - passes];
            std::atomic<PassState>& state = states[tree / trees_per_pass];
            state.wait(PassState::under_way);
            if (state.load() == PassState::failed) return;  // the other thread's exception ends the round
            grow(tree);
        }
    });
}

}  // namespace reboost::boosting
