#pragma once
/// Bandwidth of one core: the roof under which the kernels work.
#include "bench/machine.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::bench {

struct StreamLevel {
    std::string name;           ///< "L1", "L2", "memory"
    std::uint64_t bytes = 0;    ///< size of the array
    double read = 0;            ///< bytes per second, best of the repetitions
    double read_and_write = 0;  ///< bytes per second, each byte counted twice
    double read_median = 0;
};

/// Arrays of half the first level, half the second, and eight times the third (at least 256 MB).
std::vector<StreamLevel> measure_streams(const Machine& machine);
/// The level of that name. Throws Error where it was not measured.
const StreamLevel& stream_level(const std::vector<StreamLevel>& levels, const std::string& name);

}  // namespace reboost::bench
