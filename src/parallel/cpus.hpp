#pragma once
/// The CPUs that this process may use.
#include <filesystem>
#include <memory>
#include <optional>

namespace reboost::parallel {

/// By the affinity mask, the control group (version 2) and Slurm; at least 1.
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
