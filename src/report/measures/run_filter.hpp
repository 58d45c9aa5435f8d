#pragma once
/// Filters stored runs by conditions such as "dataset=mnist selector=ucb booster.rounds>=1000".
///
///     dataset, learner, selector, booster   the part's label ("ucb(5)"), its name, its policy's, or its "as"
///     id                                    its first digits; a word without an operator means them, too
///     state                                 "counts", "outdated", "other_source" or "damaged"
///     any other key                         an option by its dotted path, else an attribute of the run
///
/// Several values, separated by ',', mean any of them; several conditions must all hold.
#include "results/run_file.hpp"

#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// What a filter reads of a run; specification and attributes are null if the file cannot be read.
struct FilteredRun : results::RunHeader {
    std::string state;  ///< as listed above
};

class RunFilter {
  public:
    /// Throws UsageError if a word is no condition, has an empty value or an unknown state, or compares a
    /// text by <, <=, > or >=.
    explicit RunFilter(const std::vector<std::string>& words);

    bool matches(const FilteredRun& run) const;
    /// Throws UsageError, with the nearest name, if no run has a key; throws nothing if there are no runs.
    void check_keys(std::span<const FilteredRun> runs) const;

  private:
    struct Condition {
        std::string key, sign;  ///< "=", "!=", "<", "<=", ">" or ">="
        std::vector<std::string> values;
    };
    static Condition condition_of(const std::string& word);
    static bool holds(const Condition& condition, const FilteredRun& run);

    std::vector<Condition> conditions_;
};

}  // namespace reboost::report
