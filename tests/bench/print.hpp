#pragma once
/// Aligned text for a reader; each part with the limit that it is held against.
#include "bench/results.hpp"

#include <iosfwd>

namespace reboost::bench {

void print_machine(std::ostream& out, const Machine& machine);
void print_streams(std::ostream& out, const std::vector<StreamLevel>& streams);
void print_plain(std::ostream& out, const PlainTimes& plain);
void print_table(std::ostream& out, const std::vector<TableCell>& cells);
void print_roofline(std::ostream& out, const std::vector<SearchTraffic>& all,
                    const std::vector<StreamLevel>& streams);
void print_memory(std::ostream& out, const std::vector<MemoryUse>& uses, double scale);
void print_evaluation(std::ostream& out, const std::vector<EvaluationCost>& costs);
void print_threads(std::ostream& out, const std::vector<ThreadSpeedup>& speedups, int usable_cpus);
void print_linearity(std::ostream& out, const std::vector<Ladder>& ladders);
void print_aging(std::ostream& out, const std::vector<Aging>& agings);

}  // namespace reboost::bench
