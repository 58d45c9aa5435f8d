#include "files/process_identity.hpp"

#include "core/checksum.hpp"
#include "core/text.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <signal.h>
#include <unistd.h>

namespace reboost::files {
namespace {

constexpr std::size_t kPlaceDigits = 16;

std::string first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// State (field 3) and start time (field 22) of /proc/<pid>/stat. Fields are counted after the command's
/// closing parenthesis, because a command may contain spaces. Start 0: no such process, or /proc is hidden.
struct Stat {
    char state = ' ';
    std::uint64_t start_ticks = 0;
};
Stat stat_of(const std::string& pid) {
    const std::string line = first_line("/proc/" + pid + "/stat");
    const auto fields = split(std::string_view(line).substr(line.rfind(')') + 1), ' ');  // the first is empty
    if (fields.size() < 21) return {};
    return {fields[1].front(), parse_whole<std::uint64_t>(fields[20]).value_or(0)};
}

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

}  // namespace

ProcessId this_process() {
    // Pid and start time are read at each call: after a fork the child has others.
    static const std::string machine = first_line("/etc/machine-id");
    static const std::string boot = first_line("/proc/sys/kernel/random/boot_id");
    static const std::string host = host_name();
    std::error_code unknown;
    return {host,
            machine,
            boot,
            std::filesystem::read_symlink("/proc/self/ns/pid", unknown).string(),
            static_cast<std::int64_t>(::getpid()),
            stat_of("self").start_ticks};
}

std::string place_of(const ProcessId& process) {
    return sha256_hex(process.machine_id + "\n" + process.boot_id + "\n" + process.pid_namespace)
        .substr(0, kPlaceDigits);
}

Life life_of(const ProcessId& process) {
    if (place_of(process) != place_of(this_process())) return Life::unknown;
    if (::kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) return Life::dead;
    const Stat stat = stat_of(std::to_string(process.pid));
    if (stat.start_ticks == 0) return Life::unknown;
    if (stat.start_ticks != process.start_ticks) return Life::dead;
    return stat.state == 'Z' || stat.state == 'X' ? Life::dead : Life::running;  // Z: a zombie
}

std::string process_text(const ProcessId& process) {
    return "process " + std::to_string(process.pid) + " on " + process.host;
}

Value to_value(const ProcessId& process) {
    return Value::object()
        .set("host", process.host)
        .set("machine_id", process.machine_id)
        .set("boot_id", process.boot_id)
        .set("pid_namespace", process.pid_namespace)
        .set("pid", process.pid)
        .set("start_ticks", process.start_ticks);
}

ProcessId process_from(const Value& value) {
    return {
        value.at("host").as_string(),    value.at("machine_id").as_string(),
        value.at("boot_id").as_string(), value.at("pid_namespace").as_string(),
        value.at("pid").as_integer(),    static_cast<std::uint64_t>(value.at("start_ticks").as_integer())};
}

}  // namespace reboost::files
