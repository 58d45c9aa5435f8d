#pragma once
/// Conditions on stored runs, as typed: "dataset=mnist selector=ucb booster.rounds>=1000".
///
///     dataset, learner, selector, booster   the part's label ("ucb(5)"), its name, its policy's, or its "as"
///     id                                    the first digits; so does a word without an operator
///     state                                 "counts", "outdated", "other_source" or "damaged"
///     any other key                         an option by its dotted path, else an attribute of the run
///
/// Several values, ',' between them, mean any of these; several conditions must all hold.
#include "core/value.hpp"

#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// What a filter looks at.
struct FilteredRun {
    std::string id;
    Value spec;         ///< null where the file could not be read
    Value attributes;   ///< the same
    std::string state;  ///< as above
};

class RunFilter {
  public:
    /// Throws UsageError where a word is no condition, has an empty value or an unknown state, or compares a
    /// text by size.
    explicit RunFilter(const std::vector<std::string>& words);

    bool matches(const FilteredRun& run) const;
    /// Throws UsageError, with the nearest name, where a key is of none of the runs. Without runs nothing is
    /// known, and nothing thrown.
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
