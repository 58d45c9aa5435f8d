#pragma once
#include "data/data_root.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace reboost::bench {

struct BenchOptions {
    std::vector<std::string> only;  ///< parts of names; empty: all
    std::string data, json, compare;
    std::string child;     ///< "learner/data set": measure memory in this process and print it as JSON
    double seconds = 0.4;  ///< of CPU per cell of the table
    bool long_run = false;

    /// Whether a measurement of that name ("table/stump full/mnist", "streams") was asked for: some pattern
    /// is part of the name, or the name the beginning of a pattern.
    bool wants(std::string_view name) const;
};

data::DataRoot data_root_of(const BenchOptions& options);

/// False where --help was asked for and printed. Throws UsageError.
bool read_options(int argc, const char* const* argv, BenchOptions& options);

}  // namespace reboost::bench
