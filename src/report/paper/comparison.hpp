#pragma once
/// A report on a config of one's own, which no paper.json describes: what varies becomes rows, each data set
/// a column and a panel, seeds are averaged.
#include "core/value.hpp"

#include <span>
#include <string>

namespace reboost::report {

/// The definition (in the form of paper.json, for `experiment_from`) of a comparison of runs. `specs`:
/// complete specifications as run files store them, in the order of the config. Tables: asymptotic and last
/// test error, training seconds, work. Figures: smoothed test error against rounds, work and seconds, one
/// panel per data set; regret where full search looks on. Two rows or more: a contest.
Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs);

}  // namespace reboost::report
