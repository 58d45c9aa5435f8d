#pragma once
/// The cores of this process: a pool of oneTBB's workers, shared by the runs of a sweep, by the guests that
/// help inside a run, and by what is written beside them.
#include "parallel/machine.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace reboost::parallel {

/// One at a time in a process: oneTBB takes the lowest of several limits.
class Cores {
  public:
    /// Starts `wanted` ≥ 1 workers, or as many as the system gives threads.
    explicit Cores(int wanted = usable_cpus());
    /// Waits for all tasks.
    ~Cores();
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;

    /// 0 where the system gives not one thread.
    int count() const;

    /// Hands a task, which must not throw, to a worker. Throws std::system_error where there is no worker.
    void enqueue(std::function<void()> task);
    /// Hands a task to one more worker, for work that mostly waits for a disk: a core need not be free. False
    /// where the system gave no thread for that worker: nothing is done then.
    bool enqueue_aside(std::function<void()> task);

  private:
    struct Pool;
    std::unique_ptr<Pool> pool_;  // TBB stays out of this header
};

/// Jobs that are done one after the other, in the order given, aside of the cores. A job that throws ends the
/// queue: `on_error` is called once, later jobs are dropped, `close` rethrows.
class SerialQueue {
  public:
    /// `most`: jobs that may wait. The cores outlive the queue.
    SerialQueue(Cores& cores, std::size_t most, std::function<void()> on_error = {});
    ~SerialQueue();
    SerialQueue(const SerialQueue&) = delete;
    SerialQueue& operator=(const SerialQueue&) = delete;

    /// Where too many jobs wait, the caller does one itself: memory stays bounded whatever the disk.
    void put(std::function<void()> job);
    /// Does all jobs that are left; rethrows the first error. Idempotent.
    void close();

  private:
    struct State;
    std::shared_ptr<State> state_;  ///< shared with the tasks that do the jobs
    Cores& cores_;
    std::size_t most_;
};

/// Lets all threads share one heap where addresses are limited (`ulimit -v`, many batch systems): glibc would
/// give each one 64 MB of them. To be called before the first thread is started.
void share_heap_if_limited();

}  // namespace reboost::parallel
