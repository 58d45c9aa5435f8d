/// In a file of its own because ThreadSanitizer ignores the accesses of cores.cpp (tests/tsan.supp).
#include "parallel/cores.hpp"

#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace reboost::parallel {

struct SerialQueue::State {
    /// Runs the next job; returns false if there is none.
    bool do_next() {
        const std::lock_guard turn(doing);
        std::function<void()> job;
        std::deque<std::function<void()>> dropped;
        {
            const std::lock_guard lock(mutex);
            if (jobs.empty()) return false;
            job = std::move(jobs.front());
            jobs.pop_front();
        }
        try {
            job();
        } catch (...) {
            {
                const std::lock_guard lock(mutex);
                error = std::current_exception();
                dropped.swap(jobs);
            }
            if (on_error) on_error();
        }
        return true;  // the job is destroyed, and its claims released, before the next begins
    }

    std::function<void()> on_error;
    std::mutex doing;  ///< held by the thread that runs a job
    std::mutex mutex;  ///< guards jobs and error
    std::deque<std::function<void()>> jobs;
    std::exception_ptr error;
};

SerialQueue::SerialQueue(Cores& cores, std::size_t most, std::function<void()> on_error)
    : state_(std::make_shared<State>()), cores_(cores), most_(most) {
    state_->on_error = std::move(on_error);
}

SerialQueue::~SerialQueue() {
    while (state_->do_next()) {
    }
}

void SerialQueue::put(std::function<void()> job) {
    bool handed = false, full = false;
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->error) return;
        handed = cores_.enqueue_aside([state = state_] { state->do_next(); });  // a throw adds no job
        state_->jobs.push_back(std::move(job));
        full = state_->jobs.size() > most_;
    }
    if (!handed || full) state_->do_next();
}

void SerialQueue::close() {
    while (state_->do_next()) {
    }
    const std::lock_guard lock(state_->mutex);
    if (state_->error) std::rethrow_exception(std::exchange(state_->error, nullptr));
}

}  // namespace reboost::parallel
