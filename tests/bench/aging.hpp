#pragma once
/// Whether rounds get slower as weights shrink: late rounds against early ones of the same run, in turns.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct Aging {
    std::string row;
    bool stand_in = false;
    std::size_t early_from = 0, late_from = 0, rounds = 0;
    double early_ms = 0, late_ms = 0;  ///< medians over stretches
    double ratio = 0;                  ///< median over neighbouring stretches of late / early
};

/// pendigits with stumps, full search and UCB(1): from round 99,000 with --long, else from 19,000.
std::vector<Aging> measure_aging(const BenchOptions& options, DataShelf& shelf);

}  // namespace reboost::bench
