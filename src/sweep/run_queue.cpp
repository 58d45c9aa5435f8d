#include "sweep/run_queue.hpp"

#include <chrono>
#include <utility>

namespace reboost::sweep {
namespace {

/// The interval at which runs of other processes are requested again, and the drain flag is checked.
constexpr std::chrono::milliseconds kPoll{300};

}  // namespace

RunQueue::RunQueue(const std::vector<QueuedRun>& runs, Loader load, Admit admit, const DrainFlag& drain,
                   std::optional<double> memory)
    : load_(std::move(load)),
      admit_(std::move(admit)),
      drain_(drain),
      memory_(memory),
      pending_(runs.begin(), runs.end()) {
    for (const QueuedRun& run : pending_) {
        Data& data = data_[run.data_key];
        data.bytes = run.data_bytes;
        ++data.users;
    }
}

bool RunQueue::is_ready(const QueuedRun& run) const {
    return data_.at(run.data_key).stage == Stage::ready;
}

bool RunQueue::fits(const QueuedRun& run) const {
    const Data& data = data_.at(run.data_key);
    return !memory_ || used_ + run.run_bytes + (data.stage == Stage::absent ? data.bytes : 0) <= *memory_;
}

/// The position in pending_ of the run to start: the first that fits and whose data is at hand or, while
/// nobody loads, simply the first that fits.
std::optional<std::size_t> RunQueue::choose() const {
    for (std::size_t i = 0; i < pending_.size(); ++i)
        if ((!loading_ || is_ready(pending_[i])) && fits(pending_[i])) return i;
    if (pending_.empty() || loading_ || !handed_.empty()) return std::nullopt;
    for (std::size_t i = 0; i < pending_.size(); ++i)
        if (is_ready(pending_[i])) return i;
    return 0;
}

void RunQueue::retry_elsewhere() {
    // Back to the queue: `next` asks for admission again.
    pending_.insert(pending_.end(), elsewhere_.begin(), elsewhere_.end());
    elsewhere_.clear();
}

std::optional<RunQueue::Item> RunQueue::next() {
    std::unique_lock lock(mutex_);
    while (!drain_.requested()) {
        const std::optional<std::size_t> position = choose();
        if (!position) {
            if (pending_.empty() && elsewhere_.empty()) return std::nullopt;
            const bool timed_out = changed_.wait_for(lock, kPoll) == std::cv_status::timeout;
            if (timed_out && pending_.empty()) retry_elsewhere();
            continue;
        }
        const QueuedRun run = pending_[*position];
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(*position));
        const Admission admission = admit_(run.index);
        if (admission == Admission::stored_elsewhere || admission == Admission::failed_elsewhere) {
            stored_elsewhere_ += admission == Admission::stored_elsewhere ? 1 : 0;
            release(run.data_key);
        } else if (admission == Admission::computed_elsewhere) {
            elsewhere_.push_back(run);
        } else {
            return load_for(run, lock);
        }
    }
    return std::nullopt;
}

RunQueue::Item RunQueue::load_for(const QueuedRun& run, std::unique_lock<std::mutex>& lock) {
    Data& data = data_.at(run.data_key);
    handed_[run.index] = {run.data_key, run.run_bytes};
    used_ += run.run_bytes + (data.stage == Stage::absent ? data.bytes : 0);
    // `choose` lets a run pass only where its data is there or nobody loads.
    if (data.stage == Stage::absent) {
        data.stage = Stage::loading;
        loading_ = true;
        lock.unlock();
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;
        try {
            split = load_(run.index);
        } catch (...) {
            error = std::current_exception();  // each run that needs this data set fails with it
        }
        lock.lock();
        data.split = std::move(split);
        data.error = error;
        data.stage = Stage::ready;
        loading_ = false;
        changed_.notify_all();
    }
    return {run.index, data.split, data.error};
}

void RunQueue::release(const std::string& key) {
    Data& data = data_.at(key);
    if (--data.users > 0) return;
    if (data.stage != Stage::absent) used_ -= data.bytes;
    data.split.reset();
    data.stage = Stage::absent;
}

void RunQueue::done(std::size_t index) {
    const std::lock_guard lock(mutex_);
    const auto run = handed_.find(index);
    used_ -= run->second.bytes;
    release(run->second.data_key);
    handed_.erase(run);
    changed_.notify_all();
}

std::size_t RunQueue::stored_elsewhere() const {
    const std::lock_guard lock(mutex_);
    return stored_elsewhere_;
}

}  // namespace reboost::sweep
