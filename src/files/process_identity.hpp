#pragma once
/// The identity of processes, and whether a process is still running.
#include "core/value.hpp"

#include <cstdint>
#include <string>

namespace reboost::files {

/// Identifies a process among all machines, containers and boots. Sources on Linux: /etc/machine-id, boot_id,
/// the pid namespace's number, /proc/self/stat.
struct ProcessId {
    std::string host;  ///< for messages
    std::string machine_id;
    std::string boot_id;
    std::string pid_namespace;
    std::int64_t pid = 0;
    std::uint64_t start_ticks = 0;  ///< start of the process in ticks since boot; a reused pid has another
    bool operator==(const ProcessId&) const = default;
};

ProcessId this_process();

/// 16 hexadecimal digits that identify machine, boot and pid namespace: pids are unique within such a place.
std::string place_of(const ProcessId& process);

enum class Life {
    running,
    dead,
    unknown  ///< the process is of another machine, boot or pid namespace, or /proc is hidden
};
Life life_of(const ProcessId& process);

/// "process 4711 on alpha".
std::string process_text(const ProcessId& process);

Value to_value(const ProcessId& process);
/// Throws DataError if a member is missing.
ProcessId process_from(const Value& value);

}  // namespace reboost::files
