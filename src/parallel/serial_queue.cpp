#include "parallel/serial_queue.hpp"

#include "parallel/cores.hpp"

#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace reboost::parallel {

struct SerialQueue::State {
    /// False where no job is left.
    bool do_next() {
        const std::lock_guard turn(doing);
        std::function<void()> job;
        {
            const std::lock_guard lock(mutex);
            if (jobs.empty()) return false;
            job = std::move(jobs.front());
            jobs.pop_front();
        }
        try {
            job();
        } catch (...) {
            fail(std::current_exception());
        }
        return true;  // the job gives back what it holds (claims) before the next begins
    }

    void fail(std::exception_ptr cause) {
        std::deque<std::function<void()>> dropped;
        {
            const std::lock_guard lock(mutex);
            error = std::move(cause);
            dropped.swap(jobs);
        }
        if (on_error) on_error();
    }

    /// A task of the pool.
    void work() {
        while (true) {
            while (do_next()) {
            }
            const std::lock_guard lock(mutex);
            if (!jobs.empty()) continue;
            at_work = false;
            return;
        }
    }

    std::function<void()> on_error;
    std::mutex doing;  ///< held by whoever does a job
    std::mutex mutex;  ///< jobs, at_work, error
    std::deque<std::function<void()>> jobs;
    bool at_work = false;  ///< a task was asked for and has not ended
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
    bool begin = false, full = false;
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->error) return;
        state_->jobs.push_back(std::move(job));
        begin = !std::exchange(state_->at_work, true);
        full = state_->jobs.size() > most_;
    }
    if (begin && !cores_.enqueue_aside([state = state_] { state->work(); })) state_->work();
    if (full) state_->do_next();
}

void SerialQueue::close() {
    while (state_->do_next()) {
    }
    const std::lock_guard lock(state_->mutex);
    if (state_->error) std::rethrow_exception(std::exchange(state_->error, nullptr));
}

}  // namespace reboost::parallel
