#include "sweep/result_writer.hpp"

#include <utility>

namespace reboost::sweep {
namespace {

constexpr std::size_t kMostJobs = 16;

}  // namespace

ResultWriter::ResultWriter(std::function<void()> on_error)
    : on_error_(std::move(on_error)), thread_([this] { work(); }) {}

ResultWriter::~ResultWriter() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    changed_.notify_all();
}

void ResultWriter::put(std::function<void()> job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.size() < kMostJobs || error_; });
    if (error_) return;
    jobs_.push_back(std::move(job));
    changed_.notify_all();
}

void ResultWriter::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ResultWriter::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return !jobs_.empty() || closing_; });
        if (jobs_.empty()) return;
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        changed_.notify_all();
        lock.unlock();
        std::exception_ptr error;
        try {
            job();
        } catch (...) {
            error = std::current_exception();
        }
        job = nullptr;  // gives back what it holds (claims) before the next begins
        if (error) on_error_();
        lock.lock();
        if (!error) continue;
        error_ = error;
        jobs_.clear();
        changed_.notify_all();
        return;
    }
}

}  // namespace reboost::sweep
