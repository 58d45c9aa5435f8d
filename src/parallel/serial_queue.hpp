#pragma once
/// Jobs that are done one after the other, beside the threads that put them.
#include <cstddef>
#include <functional>
#include <memory>

namespace reboost::parallel {

class Cores;

/// Jobs are done in the order given, aside of the cores. A job that throws ends the queue: `on_error` is
/// called once, later jobs are dropped, `close` rethrows.
class SerialQueue {
  public:
    /// `most`: jobs that may wait. The cores outlive the queue.
    SerialQueue(Cores& cores, std::size_t most, std::function<void()> on_error = {});
    ~SerialQueue();
    SerialQueue(const SerialQueue&) = delete;
    SerialQueue& operator=(const SerialQueue&) = delete;

    /// Where too many jobs wait, the caller does one itself: memory stays bounded where the disk is slower
    /// than the runs.
    void put(std::function<void()> job);
    /// Does all jobs that are left; rethrows the first error. Idempotent.
    void close();

  private:
    struct State;
    std::shared_ptr<State> state_;  ///< shared with the task that does the jobs
    Cores& cores_;
    std::size_t most_;
};

}  // namespace reboost::parallel
