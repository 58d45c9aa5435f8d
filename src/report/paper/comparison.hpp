#pragma once
/// A report on a config of one's own, which no paper.json describes: what varies becomes rows, each data set
/// a column and a panel, seeds are averaged.
#include "core/value.hpp"
#include "report/paper/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// The definition (in the form of paper.json, for `experiment_from`) of a comparison of runs. `specs`:
/// complete specifications as run files store them, in the order of the config. Tables: asymptotic and last
/// test error, training seconds, work. Figures: smoothed test error against rounds, work and seconds, a panel
/// a data set.
Value comparison_definition(const std::string& name, const std::string& description,
                            std::span<const Value> specs);

/// Sentences for a reader who wants to know whether the rows of a table of errors differ: mean ranks over the
/// columns (ties share), Friedman's χ² and Nemenyi's critical difference (Demšar, JMLR 7, 2006, §3.2.2).
/// Columns with a hole are left out; empty where fewer than two rows or no whole column remain.
std::vector<std::string> rank_notes(const Table& errors);

/// Mean ranks of the rows, 1 the smallest value; ties share the mean of their ranks. `values`: rows ×
/// columns.
std::vector<double> mean_ranks(const std::vector<std::vector<double>>& values);

}  // namespace reboost::report
