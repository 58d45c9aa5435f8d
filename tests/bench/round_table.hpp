#pragma once
/// Milliseconds per round, learner × selector against data set.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"
#include "bench/plain_search.hpp"
#include "bench/running_booster.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct TableCell {
    std::string row, data_set;
    RoundCost cost;
    double scale = 1;       ///< plain search beside this cell, over kReferencePlainMs
    double target_ms = 0;   ///< scaled; NaN: none
    double authors_ms = 0;  ///< scaled; NaN: none
    bool stand_in = false;

    double ratio() const { return cost.median_ms / target_ms; }
};

/// Cells that `options` wants, row by row; the plain search runs before each.
std::vector<TableCell> measure_table(const BenchOptions& options, DataShelf& shelf, PlainSearch& plain);

}  // namespace reboost::bench
