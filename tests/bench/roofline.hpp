#pragma once
/// Full stump search against what the memory can deliver.
#include "bench/bench_data.hpp"
#include "bench/options.hpp"
#include "bench/stream.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

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

}  // namespace reboost::bench
