#pragma once
/// The machine, and what of it this process may use: the affinity mask, control groups (version 2), Slurm.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <sched.h>

namespace reboost::parallel {

/// The CPUs that this process may use, by the affinity mask, the control group and Slurm; at least 1.
int usable_cpus();
/// The CPUs that a control group's cpu.max grants, rounded up; nullopt where it sets no limit.
std::optional<int> group_cpus(const std::filesystem::path& group);

/// Bytes free for new allocations: MemAvailable, or less by control group or Slurm; infinity if unknown.
double free_memory_bytes();
/// What a control group leaves of its memory.max, in the files of this folder; nullopt: no limit. Files that
/// are cached count as free: the system drops them before memory is short.
std::optional<double> group_memory_left(const std::filesystem::path& group);
/// High-water mark of this process's resident memory.
std::uint64_t peak_memory_bytes();

/// "model name" of /proc/cpuinfo; "unknown" where there is none.
std::string cpu_model();

/// While it lives, the calling thread stays on the lowest CPUs of its mask: migrations disturb no timing.
class PinnedThread {
  public:
    /// Binds to `cpus` CPUs (all of the mask where it has fewer).
    explicit PinnedThread(int cpus);
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

  private:
    cpu_set_t old_{};
};

}  // namespace reboost::parallel
