#pragma once
/// Which process something belongs to, and whether that process still lives.
#include "core/value.hpp"

#include <cstdint>
#include <string>

namespace reboost::files {

/// A process, distinguished from every other one, also of other machines, containers and boots. Linux:
/// /etc/machine-id, boot_id, the pid namespace's number, /proc/self/stat.
struct ProcessId {
    std::string host;  ///< for messages
    std::string machine_id;
    std::string boot_id;
    std::string pid_namespace;
    std::int64_t pid = 0;
    std::uint64_t start_ticks = 0;  ///< since boot; a reused pid has another
    bool operator==(const ProcessId&) const = default;
};

ProcessId this_process();

/// 16 hexadecimal digits of where pids mean the same: machine, boot and pid namespace.
std::string place_of(const ProcessId& process);

enum class Life {
    running,
    dead,
    unknown  ///< of another machine, boot or pid namespace: it cannot be asked
};
Life life_of(const ProcessId& process);

/// "process 4711 on alpha".
std::string process_text(const ProcessId& process);

Value to_value(const ProcessId& process);
/// Throws DataError where a member is missing.
ProcessId process_from(const Value& value);

}  // namespace reboost::files
