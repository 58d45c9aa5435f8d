#pragma once
/// The thread pool of this process: oneTBB's workers, shared by the runs of a sweep, by the guests of teams
/// (parallel/team.hpp) and by the tasks that write results.
#include "parallel/machine.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace reboost::parallel {

/// Only one object may exist in a process at a time: of several limits oneTBB takes the lowest.
class Cores {
  public:
    /// Starts `wanted` ≥ 1 workers, or fewer if the system gives fewer threads.
    explicit Cores(int wanted = usable_cpus());
    /// Waits for all tasks.
    ~Cores();
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;

    /// The number of workers; 0 if the system gives no thread.
    int count() const;

    /// Queues a task, which must not throw, for a worker. Throws std::system_error if there is no worker.
    void enqueue(std::function<void()> task);
    /// Queues a task for an additional worker, meant for tasks that mostly wait for a disk and need no core.
    /// Returns false and does nothing if the system gave no thread for that worker.
    bool enqueue_aside(std::function<void()> task);

  private:
    struct Pool;
    std::unique_ptr<Pool> pool_;  // keeps TBB out of this header
};

/// A queue of jobs that run one after the other, in order, on the additional worker of Cores. After a job has
/// thrown, `on_error` is called once, later jobs are dropped and `close` rethrows.
class SerialQueue {
  public:
    /// `most`: number of jobs that may wait. `cores` must outlive the queue.
    SerialQueue(Cores& cores, std::size_t most, std::function<void()> on_error = {});
    ~SerialQueue();
    SerialQueue(const SerialQueue&) = delete;
    SerialQueue& operator=(const SerialQueue&) = delete;

    /// Adds a job. If more than `most` jobs wait, the caller runs one: a slow disk does not fill memory.
    void put(std::function<void()> job);
    /// Runs all waiting jobs; rethrows the first error. Idempotent.
    void close();

  private:
    struct State;
    std::shared_ptr<State> state_;  ///< shared with the queued tasks
    Cores& cores_;
    std::size_t most_;
};

/// Lets all threads share one heap if address space is limited (`ulimit -v`, many batch systems), because
/// glibc would reserve 64 MB for each thread. Must be called before the first thread is started.
void share_heap_if_limited();

}  // namespace reboost::parallel
