#include "parallel/cpus.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <sched.h>
#include <unistd.h>

namespace reboost::parallel {
namespace fs = std::filesystem;

fs::path group_root() {
    return "/sys/fs/cgroup";
}

fs::path own_group() {
    constexpr std::string_view kVersion2 = "0::/";
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(kVersion2) && line.find("..") == std::string::npos)
            return group_root() / line.substr(kVersion2.size());
    return group_root();
}

std::optional<int> group_cpus(const fs::path& group) {
    std::ifstream file(group / "cpu.max");  // "200000 100000" or "max 100000": microseconds in each period
    double quota = 0, period = 0;
    if (!(file >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

int usable_cpus() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    int cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) cpus = CPU_COUNT(&mask);
    const auto limit = [&cpus](std::optional<int> granted) { cpus = std::min(cpus, granted.value_or(cpus)); };
    for (fs::path group = own_group(); limit(group_cpus(group)), group != group_root();)
        group = group.parent_path();
    // Slurm need not bind a task to the CPUs that it allocates.
    if (const char* const slurm = std::getenv("SLURM_CPUS_PER_TASK"))
        if (const int allotted = std::atoi(slurm); allotted > 0) limit(allotted);
    return std::max(1, cpus);
}

struct PinnedThread::Mask {
    cpu_set_t cpus;
};

PinnedThread::PinnedThread(int cpus) : old_(std::make_unique<Mask>()) {
    CPU_ZERO(&old_->cpus);
    if (sched_getaffinity(0, sizeof(cpu_set_t), &old_->cpus) != 0) return;
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&chosen) < cpus; ++cpu)
        if (CPU_ISSET(cpu, &old_->cpus)) CPU_SET(cpu, &chosen);
    sched_setaffinity(0, sizeof chosen, &chosen);  // a refusal costs accuracy of timings, nothing else
}

PinnedThread::~PinnedThread() {
    if (CPU_COUNT(&old_->cpus) > 0) sched_setaffinity(0, sizeof(cpu_set_t), &old_->cpus);
}

}  // namespace reboost::parallel
