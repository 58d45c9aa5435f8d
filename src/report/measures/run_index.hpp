#pragma once
/// Finds the runs that match a query. A report asks tens of thousands of queries over thousands of runs.
///
/// A query is {"learner.name": "stump", "selector.k": [10, 20]}. A key is a dotted path into the
/// specification or, with the prefix "attributes.", into the run's attributes. A list means "any of these";
/// null means that the run has no value there.
#include "report/measures/run.hpp"

namespace reboost::report {

/// Numbers the distinct values at a path when a query first names the path.
class RunIndex {
  public:
    /// Returns the ascending indices of the runs that match the query. `runs` must be the same in every call.
    std::vector<std::size_t> select(const std::vector<Run>& runs, const Value& query);

  private:
    /// The distinct values at one path, the index of each run's value, and the runs with each value.
    struct Column {
        Column(const std::vector<Run>& runs, const std::string& path);
        std::vector<Value> values;
        std::vector<std::uint32_t> value_of_run;
        std::vector<std::vector<std::uint32_t>> runs_of_value;  ///< ascending
    };
    std::map<std::string, Column> columns_;
};

}  // namespace reboost::report
