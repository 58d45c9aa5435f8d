#pragma once
/// The thread that stores results and checkpoints.
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace reboost::sweep {

/// Jobs are done in the order given, so a run's checkpoint never overtakes its result. A job that throws ends
/// the writer: `on_error` is called once, later jobs are dropped, `close` rethrows.
class ResultWriter {
  public:
    explicit ResultWriter(std::function<void()> on_error);
    ~ResultWriter();
    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /// Waits while the queue is full: memory stays bounded where the disk is slower than the runs.
    void put(std::function<void()> job);
    /// Waits for all jobs; rethrows the first error. Idempotent.
    void close();

  private:
    void work();

    std::function<void()> on_error_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool closing_ = false;
    std::exception_ptr error_;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace reboost::sweep
