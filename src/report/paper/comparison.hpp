#pragma once
/// A report on a user's own config, without a paper.json: what varies becomes rows, each data set a column
/// and a panel, and results are averaged over seeds.
#include "core/value.hpp"

#include <set>
#include <span>
#include <string>

namespace reboost::report {

/// Returns the definition of a comparison, in the form of paper.json (for `experiment_from`). `specs`:
/// complete specifications, as in run files, in the order of the config. Tables: asymptotic and last test
/// error, training seconds, work. Figures: smoothed test error against rounds, work and seconds, one panel
/// per data set; regret if an oracle runs. With two rows or more: a contest.
Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs);

/// Returns a key of what a complete specification computes. Leaves out options that change no result: the
/// oracle, names of parts, the stand-in option.
std::string run_key(const Value& spec);
/// Returns the key of each specification.
std::set<std::string> run_keys(std::span<const Value> specs);

}  // namespace reboost::report
