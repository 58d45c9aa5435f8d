#pragma once
/// All that one call measures: machine, streams, rounds, memory and the rest.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"
#include "bench/plain_search.hpp"
#include "bench/running_booster.hpp"
#include "bench/statistics.hpp"
#include "core/value.hpp"
#include "data/data_root.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::bench {

struct Machine {
    std::string cpu, compiler, flags, git_revision, when_utc;
    std::string instruction_set;  ///< of the program's kernels
    int usable_cpus = 1;
    std::uint64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0;  ///< data caches of one core; 0: not known
    double load = 0;                                         ///< the system's one-minute load average
};

Machine describe_machine();

Value machine_value(const Machine& m);

/// Bandwidth of one core: the roof under which the kernels work.
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

/// Milliseconds per round, learner × selector against data set.
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

/// Full stump search against what the memory can deliver.
/// One full search without update and evaluation.
struct SearchTraffic {
    std::string data_set;
    bool stand_in = false;
    std::size_t columns_dense = 0, columns_list = 0, columns_sorted = 0, columns_constant = 0;
    double search_ms = 0;  ///< CPU, median
    double values = 0;     ///< stored values read
    double weight_bytes =
        0;  ///< weight rows loaded by the kernels: one per stored value, one for four where dense
    double code_bytes = 0;  ///< codes and row numbers
    double resident_bytes =
        0;  ///< the weight matrix and the codes, each once: what must come from beyond the caches

    double gigabytes_per_second() const { return (weight_bytes + code_bytes) / search_ms / 1e6; }
    /// Milliseconds that the same bytes take at the measured streams: weights at the second level's rate
    /// (tiles stay there), codes at the memory's.
    double roof_ms(const std::vector<StreamLevel>& streams) const;
    /// Everything once from memory: no kernel can be faster on data larger than the caches.
    double memory_roof_ms(const std::vector<StreamLevel>& streams) const;
};

std::vector<SearchTraffic> measure_roofline(const BenchOptions& options, DataShelf& shelf);

/// Peak memory of a process that loads, bins and trains one run, and the seconds that loading takes.
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

/// What the test error after every round costs beside a UCB(1) round.
struct EvaluationCost {
    std::string data_set;
    bool stand_in = false;
    double round_ms = 0, evaluation_ms = 0;
    double limit = 0;      ///< of their ratio; NaN: none was set
    double target_ms = 0;  ///< scaled target of the round itself
    double ratio() const { return evaluation_ms / round_ms; }
};

std::vector<EvaluationCost> measure_evaluation(const BenchOptions& options, DataShelf& shelf, double scale);

/// Threads inside one run: how much faster, and the same bits.
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

/// A full search round against the number of rows, columns and classes, on generated data.
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

/// Whether rounds get slower as weights shrink: late rounds against early ones of the same run, in turns.
struct Aging {
    std::string row;
    bool stand_in = false;
    std::size_t early_from = 0, late_from = 0, rounds = 0;
    double early_ms = 0, late_ms = 0;  ///< medians over stretches
    double ratio = 0;                  ///< median over neighbouring stretches of late / early
};

/// pendigits with stumps, full search and UCB(1): from round 99,000 with --long, else from 19,000.
std::vector<Aging> measure_aging(const BenchOptions& options, DataShelf& shelf);

/// All that one call measured.
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
