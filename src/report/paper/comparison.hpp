#pragma once
/// A report on a user's own config, without a paper.json: what varies becomes rows, each data set a column
/// and a panel, and results are averaged over seeds.
#include "core/value.hpp"

#include <set>
#include <span>
#include <string>

namespace reboost::report {

/// Returns the definition of a comparison, in the form of paper.json (for `experiment_from`). `form`: the
/// file plots/comparison.json, with its tables and figures, to which rows, columns, series and one panel per
/// data set are added; a figure with "needs_oracle" is left out unless a run has an oracle. Throws DataError
/// if the file lacks a list or if an element is no object. `specs`: complete specifications, as in run files,
/// in the order of the config. With two rows or more, a contest is added.
Value comparison_definition(const std::string& form, const std::string& name, const std::string& description,
                            std::span<const Value> specs);

/// Returns a key of what a complete specification computes. Leaves out options that change no result: the
/// oracle, names of parts, the stand-in option.
std::string run_key(const Value& spec);
/// Returns the key of each specification.
std::set<std::string> run_keys(std::span<const Value> specs);

}  // namespace reboost::report
