#pragma once
/// Which runs a query matches. A report asks tens of thousands of queries of thousands of runs.
#include "core/value.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

struct Run;

/// The values that runs have at a path are numbered when a query first names the path.
class RunIndex {
  public:
    /// Places in `runs`, ascending, of those whose specification (or attributes) has a value that `query`
    /// allows at each of its paths (report/measures/query.hpp). `runs` is the same in every call.
    std::vector<std::size_t> select(const std::vector<Run>& runs, const Value& query);

  private:
    /// The distinct values at one path, which of them each run has, and the runs of each.
    struct Column {
        std::vector<Value> values;
        std::vector<std::uint32_t> value_of_run;
        std::vector<std::vector<std::uint32_t>> runs_of_value;  ///< ascending
    };
    void number_settings(const std::vector<Run>& runs);
    Column column_of(const std::vector<Run>& runs, std::string_view path) const;

    std::map<std::string, Column, std::less<>> columns_;
    std::vector<std::uint32_t> setting_of_run_;  ///< a number; filled at the first query
    std::vector<std::uint32_t> first_run_of_setting_;
};

}  // namespace reboost::report
