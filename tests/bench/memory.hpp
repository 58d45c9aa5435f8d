#pragma once
/// Peak memory of a process that loads, bins and trains one run, and the seconds that loading takes.
#include "bench/options.hpp"
#include "data/data_root.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct MemoryUse {
    std::string learner, data_set;
    double load_seconds = 0, bin_seconds = 0;  ///< CPU
    double loaded_mb = 0;                      ///< peak until the data were binned, 10^6 bytes
    double peak_mb = 0;                        ///< peak after some rounds of full search
    double limit_mb = 0;                       ///< NaN: none was set
    bool stand_in = false;
};

/// Full search with each learner on each data set that `options` wants, one process each.
std::vector<MemoryUse> measure_memory(const BenchOptions& options, const data::DataRoot& root);
/// The child's part: `what` is "learner/data set". Prints one line of JSON.
void run_memory_child(const std::string& what, const data::DataRoot& root);

}  // namespace reboost::bench
