#pragma once
/// What the numbers were measured on.
#include "core/value.hpp"

#include <cstdint>
#include <string>

namespace reboost::bench {

struct Machine {
    std::string cpu, compiler, flags, git_revision, when_utc;
    std::string instruction_set;  ///< of the program's kernels
    int usable_cpus = 1;
    std::uint64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0;  ///< data caches of one core; 0: not known
    double load = 0;                                         ///< the system's one-minute load average
};

Machine describe_machine();

Value machine_value(const Machine& m);

}  // namespace reboost::bench
