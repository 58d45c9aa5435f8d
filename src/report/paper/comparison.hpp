#pragma once
/// A report on a config of one's own, which no paper.json describes: what varies becomes rows, each data set
/// a column and a panel, seeds are averaged.
#include "core/value.hpp"

#include <set>
#include <span>
#include <string>

namespace reboost::report {

/// The definition (in the form of paper.json, for `experiment_from`) of a comparison of runs. `specs`:
/// complete specifications as run files store them, in the order of the config. Tables: asymptotic and last
/// test error, training seconds, work. Figures: smoothed test error against rounds, work and seconds, one
/// panel per data set; regret where full search looks on. Two rows or more: a contest.
Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs);

/// What a specification, complete as run files store it, asks to be computed. Left out is what changes no
/// result: the oracle, the names of parts, the leave to stand in.
std::string run_key(const Value& spec);
/// That of each.
std::set<std::string> run_keys(std::span<const Value> specs);

}  // namespace reboost::report
