#pragma once
/// The machine, and the part of it that affinity mask, control groups (version 2) and Slurm grant.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <sched.h>

namespace reboost::parallel {

/// The number of CPUs that this process may use by affinity mask, control group and Slurm; at least 1.
int usable_cpus();
/// The number of CPUs that a control group's cpu.max grants, rounded up; nullopt if it sets no limit.
std::optional<int> group_cpus(const std::filesystem::path& group);

/// Bytes free for allocation: MemAvailable, or less if control group or Slurm say so; infinity if unknown.
double free_memory_bytes();
/// Bytes that a control group may still use up to its memory.max; `group`: its folder; nullopt: no limit.
/// Cached files count as free: the system drops them when memory is short.
std::optional<double> group_memory_left(const std::filesystem::path& group);
/// Peak resident memory of this process, in bytes.
std::uint64_t peak_memory_bytes();

/// "model name" of /proc/cpuinfo; "unknown" if there is none.
std::string cpu_model();

/// Binds the calling thread to the first CPUs of its mask until destruction: migrations disturb timings.
class PinnedThread {
  public:
    /// Binds to `cpus` CPUs, or to all of the mask if it has fewer.
    explicit PinnedThread(int cpus);
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

  private:
    cpu_set_t old_{};
};

}  // namespace reboost::parallel
