#include "sweep/run_queue.hpp"

#include <chrono>
#include <utility>

namespace reboost::sweep {
namespace {

/// How often a run that another process computes is asked for again, and the drain flag looked at while
/// waiting.
constexpr std::chrono::milliseconds kPoll{300};

}  // namespace

RunQueue::RunQueue(std::vector<QueuedRun> runs, Loader load, Admit admit, const DrainFlag& drain)
    : load_(std::move(load)), admit_(std::move(admit)), drain_(drain), pending_(std::move(runs)) {
    for (const QueuedRun& run : pending_) {
        key_of_[run.index] = run.data_key;
        ++data_[run.data_key].users;
    }
}

/// The position in pending_ of the run to start: the first whose data is at hand or, while nobody loads,
/// simply the first.
std::optional<std::size_t> RunQueue::choose() const {
    if (pending_.empty()) return std::nullopt;
    if (!loading_) return 0;
    for (std::size_t i = 0; i < pending_.size(); ++i)
        if (data_.at(pending_[i].data_key).stage == Stage::ready) return i;
    return std::nullopt;
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
        if (admission == Admission::stored_elsewhere) {
            ++stored_elsewhere_;
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
    data.split.reset();
    data.stage = Stage::absent;
}

void RunQueue::done(std::size_t index) {
    const std::lock_guard lock(mutex_);
    release(key_of_.at(index));
    changed_.notify_all();
}

std::size_t RunQueue::stored_elsewhere() const {
    const std::lock_guard lock(mutex_);
    return stored_elsewhere_;
}

std::size_t RunQueue::computed_elsewhere() const {
    const std::lock_guard lock(mutex_);
    return elsewhere_.size();
}

std::size_t RunQueue::data_sets_in_memory() const {
    const std::lock_guard lock(mutex_);
    std::size_t count = 0;
    for (const auto& [key, data] : data_)
        count += data.split ? 1 : 0;
    return count;
}

}  // namespace reboost::sweep
