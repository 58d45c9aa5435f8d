#pragma once
/// What a run file says about the machine and the program that made it.
#include <cstdint>
#include <filesystem>
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

}  // namespace reboost::sweep
