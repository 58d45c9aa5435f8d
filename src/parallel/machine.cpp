#include "parallel/machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace reboost::parallel {
namespace fs = std::filesystem;
namespace {

/// The folders of this process's control group and of the groups above it.
std::vector<fs::path> own_groups() {
    constexpr std::string_view kVersion2 = "0::/";
    const fs::path root = "/sys/fs/cgroup";
    std::vector<fs::path> groups;
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; groups.empty() && std::getline(file, line);)
        if (line.starts_with(kVersion2) && line.find("..") == std::string::npos)
            for (fs::path group = root / line.substr(kVersion2.size()); group != root;
                 group = group.parent_path())
                groups.push_back(group);
    groups.push_back(root);
    return groups;
}

/// The number after the word `after`, or at the file's beginning if `after` is ""; nullopt if there is none.
std::optional<double> number_in(const fs::path& path, const std::string& after = "") {
    std::ifstream file(path);
    std::string word;
    while (!after.empty() && word != after && file >> word) {
    }
    double number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// The number in an environment variable; 0 if there is none.
double variable_number(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? 0 : std::strtod(text, nullptr);
}

}  // namespace

std::optional<int> group_cpus(const fs::path& group) {
    std::ifstream file(group / "cpu.max");  // "200000 100000" or "max 100000": quota and period in µs
    double quota = 0, period = 0;
    if (!(file >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

int usable_cpus() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    int cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) cpus = CPU_COUNT(&mask);
    for (const fs::path& group : own_groups())
        cpus = std::min(cpus, group_cpus(group).value_or(cpus));
    // Slurm may allocate fewer CPUs than it binds the task to.
    if (const double slurm = variable_number("SLURM_CPUS_PER_TASK"); slurm >= 1)
        cpus = static_cast<int>(std::min<double>(cpus, slurm));
    return std::max(1, cpus);
}

std::optional<double> group_memory_left(const fs::path& group) {
    const std::optional<double> limit = number_in(group / "memory.max");  // "max" if there is no limit
    if (!limit) return std::nullopt;
    const double cached = number_in(group / "memory.stat", "inactive_file").value_or(0);
    const double used = number_in(group / "memory.current").value_or(0);
    return std::max(0.0, *limit - std::max(0.0, used - cached));
}

double free_memory_bytes() {
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    double least = number_in("/proc/meminfo", "MemAvailable:").value_or(kUnknown) * 1024;
    double megabytes = variable_number("SLURM_MEM_PER_NODE");
    if (megabytes <= 0) megabytes = variable_number("SLURM_MEM_PER_CPU") * usable_cpus();
    if (megabytes > 0) least = std::min(least, megabytes * 1024 * 1024);
    for (const fs::path& group : own_groups())
        least = std::min(least, group_memory_left(group).value_or(kUnknown));
    return least;
}

std::uint64_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string cpu_model() {
    static const std::string model = [] {  // read once: the file is long on a large machine
        std::ifstream file("/proc/cpuinfo");
        for (std::string line; std::getline(file, line);)
            if (const auto colon = line.find(": "); line.starts_with("model name") && colon != line.npos)
                return line.substr(colon + 2);
        return std::string("unknown");
    }();
    return model;
}

PinnedThread::PinnedThread(int cpus) {
    if (sched_getaffinity(0, sizeof old_, &old_) != 0) return;
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&chosen) < cpus; ++cpu)
        if (CPU_ISSET(cpu, &old_)) CPU_SET(cpu, &chosen);
    sched_setaffinity(0, sizeof chosen, &chosen);  // a failure only makes timings less accurate
}

PinnedThread::~PinnedThread() {
    if (CPU_COUNT(&old_) > 0) sched_setaffinity(0, sizeof old_, &old_);
}

}  // namespace reboost::parallel
