#pragma once
/// What a run file says about the machine and the program that made it.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace reboost::sweep {

/// "model name" of /proc/cpuinfo; "unknown" where there is none.
std::string cpu_model();
/// High-water mark of this process's resident memory.
std::uint64_t peak_memory_bytes();
/// Bytes available for new allocations: the machine's MemAvailable, or less if the control group or Slurm
/// limits it; nullopt if unknown.
std::optional<double> free_memory_bytes();
/// What a control group (version 2) leaves of its memory.max, in the files of this folder; nullopt: no limit.
/// Files that are cached count as free: the system drops them before memory is short.
std::optional<double> group_memory_left(const std::filesystem::path& group);
/// CPUs that this process may use, by its affinity mask and by Slurm; at least 1.
int usable_cpus();

/// Binds the calling thread to the lowest CPUs of its mask and gives it back its old mask afterwards, so that
/// a timing is not disturbed by migrations. Threads it starts meanwhile inherit the binding.
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

}  // namespace reboost::sweep
