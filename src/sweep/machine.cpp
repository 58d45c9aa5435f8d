#include "sweep/machine.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace reboost::sweep {

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return "unknown";
}

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::uint64_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

int usable_cpus() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return std::max(1, CPU_COUNT(&mask));
    return std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
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

}  // namespace reboost::sweep
