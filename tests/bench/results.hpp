#pragma once
/// All that one call measured.
#include "bench/aging.hpp"
#include "bench/evaluation_cost.hpp"
#include "bench/linearity.hpp"
#include "bench/machine.hpp"
#include "bench/memory.hpp"
#include "bench/roofline.hpp"
#include "bench/round_table.hpp"
#include "bench/stream.hpp"
#include "bench/thread_speedup.hpp"

#include <vector>

namespace reboost::bench {

/// The plain search before and after everything else.
struct PlainTimes {
    double median_ms = 0, least_ms = 0;
    double gather_ms = 0;  ///< least: the same weights read, no histogram
    double stored_values = 0;
    bool stand_in = false;
};

/// Parts that were not asked for are empty.
struct Results {
    Machine machine;
    std::vector<StreamLevel> streams;
    PlainTimes plain;
    std::vector<TableCell> table;
    std::vector<SearchTraffic> roofline;
    std::vector<MemoryUse> memory;
    std::vector<EvaluationCost> evaluation;
    std::vector<ThreadSpeedup> threads;
    std::vector<Ladder> linearity;
    std::vector<Aging> aging;
};

}  // namespace reboost::bench
