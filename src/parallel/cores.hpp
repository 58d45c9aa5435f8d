#pragma once
/// The CPUs that this process may use, and its cores: a pool of oneTBB's workers, shared by the runs of a
/// sweep, by the guests that help inside a run, and by what is written beside them.
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace reboost::parallel {

/// One at a time in a process: oneTBB takes the lowest of several limits.
class Cores {
  public:
    /// Starts `wanted` ≥ 1 workers, or as many as the system gives threads.
    explicit Cores(int wanted);
    /// Waits for all tasks.
    ~Cores();
    Cores(const Cores&) = delete;
    Cores& operator=(const Cores&) = delete;

    /// 0 where the system gives not one thread.
    int count() const;

    /// Hands a task to a worker; at most count() are under way at once. A task must not throw.
    /// Throws std::system_error where there is no worker.
    void enqueue(std::function<void()> task);
    /// Hands a task to one more worker, for work that mostly waits for a disk: a core need not be free. False
    /// where the system gave no thread for that worker: nothing is done then.
    bool enqueue_aside(std::function<void()> task);

  private:
    struct Pool;
    std::unique_ptr<Pool> pool_;  // TBB stays out of this header
};

/// Lets all threads share one heap where addresses are limited (`ulimit -v`, many batch systems): glibc would
/// give each one 64 MB of them. To be called before the first thread is started; nothing where there is no
/// limit.
void share_heap_if_limited();

/// The CPUs that this process may use, by the affinity mask, the control group (version 2) and Slurm; at
/// least 1.
int usable_cpus();
/// The CPUs that a control group's cpu.max grants, rounded up; nullopt where it sets no limit.
std::optional<int> group_cpus(const std::filesystem::path& group);
/// The control group (version 2) of this process; the root where it is in none.
std::filesystem::path own_group();
/// The root of all control groups.
std::filesystem::path group_root();

/// Binds the calling thread to the lowest CPUs of its mask, so that migrations do not disturb a timing. The
/// destructor restores the mask.
class PinnedThread {
  public:
    /// Binds to `cpus` CPUs (all of the mask where it has fewer).
    explicit PinnedThread(int cpus);
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

  private:
    struct Mask;
    std::unique_ptr<Mask> old_;  // cpu_set_t stays out of this header
};

}  // namespace reboost::parallel
