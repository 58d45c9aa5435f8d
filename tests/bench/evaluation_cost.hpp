#pragma once
/// What the test error after every round costs beside a UCB(1) round.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct EvaluationCost {
    std::string data_set;
    bool stand_in = false;
    double round_ms = 0, evaluation_ms = 0;
    double limit = 0;      ///< of their ratio; NaN: none was set
    double target_ms = 0;  ///< scaled target of the round itself
    double ratio() const { return evaluation_ms / round_ms; }
};

std::vector<EvaluationCost> measure_evaluation(const BenchOptions& options, DataShelf& shelf, double scale);

}  // namespace reboost::bench
