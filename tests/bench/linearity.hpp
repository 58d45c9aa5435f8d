#pragma once
/// A full search round against the number of rows, columns and classes, on generated data.
#include "bench/options.hpp"
#include "bench/statistics.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct Ladder {
    std::string variable;  ///< "n", "d", "K", or "K>64" for K above 64
    std::string fixed;     ///< the other two
    std::vector<double> x;
    std::vector<double> ms;    ///< CPU milliseconds per round, the least over stretches
    std::vector<double> work;  ///< stored values per round; for K, weights read per round (values × K padded)
    LineFit time_fit, work_fit;
    double time_power = 0, work_power = 0;  ///< slopes in logarithms
};

std::vector<Ladder> measure_linearity(const BenchOptions& options);

}  // namespace reboost::bench
