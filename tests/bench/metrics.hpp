#pragma once
/// Results as one flat list of named numbers: the same names in the JSON file, in --compare and in --only.
#include "bench/results.hpp"
#include "core/value.hpp"

#include <string>
#include <vector>

namespace reboost::bench {

struct Metric {
    std::string name;  ///< "table/stump full/mnist"
    double value = 0;
    std::string unit;  ///< "ms", "s", "MB", "bytes/s", "ratio", "power"
    double speed =
        0;  ///< the plain search beside it over kReferencePlainMs; 0: the file's own plain search counts
};

std::vector<Metric> metrics_of(const Results& results);
Value metric_value(const Metric& metric);
/// Throws IoError.
void write_json(const Value& value, const std::string& path);

/// {"machine": {…}, "stand_ins": "…", "metrics": [{"name", "value", "unit", …}]}; a cell of the table has its
/// target and ratio beside the value.
Value to_value(const Results& results, const std::string& stand_ins);
/// The metrics of a file written from `to_value`. Throws DataError where it is none.
std::vector<Metric> metrics_from(const Value& file);

}  // namespace reboost::bench
