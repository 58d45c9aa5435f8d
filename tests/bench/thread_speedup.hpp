#pragma once
/// Threads inside one run: how much faster, and the same bits.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct ThreadSpeedup {
    std::string learner;
    int threads = 2;
    bool stand_in = false;
    double one_ms = 0,
           many_ms = 0;       ///< wall milliseconds per round, the least over stretches measured in turns
    double median_ratio = 0;  ///< of neighbouring stretches
    bool same_bits = false;   ///< every edge equal, bit for bit
    double speedup() const { return one_ms / many_ms; }
};

/// Full search on mnist with stumps, products and trees.
std::vector<ThreadSpeedup> measure_threads(const BenchOptions& options, DataShelf& shelf, int usable_cpus);

}  // namespace reboost::bench
