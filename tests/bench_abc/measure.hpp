#pragma once
#include "bench/metrics.hpp"
#include "bench/plain_search.hpp"
#include "bench_abc/cells.hpp"

#include <string>
#include <vector>

namespace reboost::bench_abc {

struct Cell {
    std::string method, data_set;
    double seconds =
        0;  ///< CPU per round, median over stretches of ten rounds (three where every round searches)
    double least_seconds = 0;  ///< the shortest of them
    double plain_ms = 0;       ///< the plain stump search beside it
    double target = kUnknown, authors = kUnknown, lightgbm = kUnknown,
           xgboost = kUnknown;  ///< scaled by plain_ms
    bool stand_in = false;
    double ratio() const { return seconds / target; }
};

/// One cell of the table, one thread, training only.
Cell measure_cell(const Method& method, std::size_t index, const DataCase& data_case,
                  std::shared_ptr<const data::BinnedSplit> data, bench::PlainSearch& plain);

/// Two threads against one in turns, Mnist10k: wall seconds per round, the least of each, and whether the
/// edges are equal to the last bit.
struct Speedup {
    std::string method;
    double one = 0, two = 0;
    bool same_bits = false;
};
Speedup measure_threads(const Method& method, std::shared_ptr<const data::BinnedSplit> data);

/// Named numbers for the JSON file and --compare.
std::vector<bench::Metric> metrics_of(const std::vector<Cell>& cells, const std::vector<Speedup>& speedups,
                                      double peak_mb);

}  // namespace reboost::bench_abc
