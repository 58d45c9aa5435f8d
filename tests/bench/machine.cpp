#include "parallel/machine.hpp"

#include "bench/results.hpp"
#include "core/build_info.hpp"
#include "core/clock.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

#include <fstream>
#include <string>

namespace reboost::bench {
namespace {

/// Size of the first CPU's data or unified cache of that level. sysconf adds up the caches of all cores on
/// some machines.
std::uint64_t cache_bytes(int level) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
    for (int index = 0; index < 8; ++index) {
        const std::string place = folder + std::to_string(index) + "/";
        std::ifstream level_file(place + "level"), type_file(place + "type"), size_file(place + "size");
        int found = 0;
        std::uint64_t kilobytes = 0;
        std::string type;
        if (!(level_file >> found) || !(type_file >> type) || !(size_file >> kilobytes)) break;
        if (found == level && type != "Instruction") return kilobytes << 10;
    }
    return 0;
}

std::string isa_name(simd::Isa isa) {
    switch (isa) {
        case simd::Isa::avx512:
            return "avx512";
        case simd::Isa::avx2:
            return "avx2";
        case simd::Isa::portable:
            return "portable";
    }
    return "?";
}

}  // namespace

Machine describe_machine() {
    const BuildInfo build = build_info();
    Machine machine;
    machine.cpu = parallel::cpu_model();
    machine.compiler = build.compiler;
    machine.flags = build.flags;
    machine.git_revision = build.git_revision;
    machine.when_utc = format_utc(system_clock().utc_seconds());
    machine.instruction_set = isa_name(simd::best_isa());
    machine.usable_cpus = parallel::usable_cpus();
    machine.l1_bytes = cache_bytes(1);
    machine.l2_bytes = cache_bytes(2);
    machine.l3_bytes = cache_bytes(3);
    if (getloadavg(&machine.load, 1) != 1) machine.load = 0;
    return machine;
}

Value machine_value(const Machine& m) {
    return Value()
        .set("cpu", m.cpu)
        .set("usable_cpus", m.usable_cpus)
        .set("l1_bytes", m.l1_bytes)
        .set("l2_bytes", m.l2_bytes)
        .set("l3_bytes", m.l3_bytes)
        .set("instruction_set", m.instruction_set)
        .set("compiler", m.compiler)
        .set("flags", m.flags)
        .set("git_revision", m.git_revision)
        .set("measured_utc", m.when_utc)
        .set("load", m.load);
}

}  // namespace reboost::bench
