#pragma once
/// Which runs a query matches. A report asks tens of thousands of queries of thousands of runs.
///
/// A query is {"learner.name": "stump", "selector.k": [10, 20]}. A key is a dotted path into the
/// specification, or, with the prefix "attributes.", into the run's attributes; a list means "any of", null
/// that there is no value.
#include "report/measures/run.hpp"

namespace reboost::report {

/// The values that runs have at a path are numbered when a query first names the path.
class RunIndex {
  public:
    /// Places in `runs`, ascending, of those that have at each path of the query a value that it allows.
    /// `runs` is the same in every call.
    std::vector<std::size_t> select(const std::vector<Run>& runs, const Value& query);

  private:
    /// The distinct values at one path, which of them each run has, and the runs of each.
    struct Column {
        Column(const std::vector<Run>& runs, const std::string& path);
        std::vector<Value> values;
        std::vector<std::uint32_t> value_of_run;
        std::vector<std::vector<std::uint32_t>> runs_of_value;  ///< ascending
    };
    std::map<std::string, Column> columns_;
};

}  // namespace reboost::report
