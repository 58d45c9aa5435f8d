#include "sweep/machine.hpp"

#include "parallel/cores.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace reboost::sweep {
namespace fs = std::filesystem;
namespace {

std::string read_cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return "unknown";
}

/// The number that follows a word; nullopt where there is none. Without a word: at the beginning.
std::optional<double> number_in(const std::filesystem::path& path, const std::string& after = "") {
    std::ifstream file(path);
    std::string word;
    while (!after.empty() && word != after && file >> word) {
    }
    double number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// The number in a variable of the environment; 0 where there is none.
double variable_number(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? 0 : std::strtod(text, nullptr);
}

}  // namespace

std::string cpu_model() {
    static const std::string model = read_cpu_model();  // the file is long on a large machine
    return model;
}

std::optional<double> free_memory_bytes() {
    std::optional<double> least;
    const auto limit = [&](std::optional<double> bytes) {
        if (bytes && (!least || *bytes < *least)) least = bytes;
    };
    if (const auto kilobytes = number_in("/proc/meminfo", "MemAvailable:")) limit(*kilobytes * 1024);
    double megabytes = variable_number("SLURM_MEM_PER_NODE");
    if (megabytes <= 0) megabytes = variable_number("SLURM_MEM_PER_CPU") * parallel::usable_cpus();
    if (megabytes > 0) limit(megabytes * 1024 * 1024);
    for (fs::path group = parallel::own_group();
         limit(group_memory_left(group)), group != parallel::group_root();)
        group = group.parent_path();
    return least;
}

std::optional<double> group_memory_left(const std::filesystem::path& group) {
    const std::optional<double> limit = number_in(group / "memory.max");  // or the word "max"
    if (!limit) return std::nullopt;
    const double cached = number_in(group / "memory.stat", "inactive_file").value_or(0);
    const double used = number_in(group / "memory.current").value_or(0);
    return std::max(0.0, *limit - std::max(0.0, used - cached));
}

std::uint64_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace reboost::sweep
