#pragma once
/// What is timed: the four methods on three data sets, with the seconds of other programs and those to reach.
#include "bench/metrics.hpp"
#include "bench/plain_search.hpp"
#include "bench/results.hpp"
#include "bench_abc/gradient_bench.hpp"
#include "boosting/factory/factory.hpp"
#include "data/data_root.hpp"

#include <array>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::bench_abc {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// The machine on which the others were measured needed so long for the plain stump search (tests/bench).
inline constexpr double kReferencePlainMs = 40;

/// One of the four boosters and its gap (plain methods: 0).
struct Method {
    std::string_view name, booster;
    std::int64_t gap;
};
inline constexpr std::array<Method, 5> kMethods{{{"mart", "mart", 0},
                                                 {"logitboost", "logitboost", 0},
                                                 {"abc_mart G=10", "abc_mart", 10},
                                                 {"abc_logitboost G=10", "abc_logitboost", 10},
                                                 {"abc_logitboost G=1", "abc_logitboost", 1}}};

/// CPU seconds per round of one thread on the reference machine, methods as in kMethods; NaN: not known.
struct DataCase {
    std::string_view name;
    std::array<double, 5> authors;  ///< the author's own program
    double lightgbm, xgboost;       ///< the same number of leaves
    std::array<double, 5> targets;
};
const std::array<DataCase, 3>& data_cases();

/// Training rows of a case, binned: Mnist10k and hands exactly, Covertype (290,506 rows, those of the part
/// that is at hand again and again) into 255 bins. Generated where no files are at hand
/// (`provenance.stand_in`).
std::shared_ptr<const data::BinnedSplit> load_case(std::string_view name, const data::DataRoot& root);

/// J = 20, ν = 0.1, leaves of ten rows at least. Throws UsageError for an unknown booster.
boosting::Recipe recipe_of(std::string_view booster, std::int64_t gap, std::int64_t rounds = 1000000);

struct Cell {
    std::string method, data_set;
    double seconds =
        0;  ///< CPU per round, median over stretches of ten rounds (three where every round searches)
    double least_seconds = 0;  ///< the shortest of them
    double plain_ms = 0;       ///< the plain stump search beside it
    double target = kUnknown, authors = kUnknown, lightgbm = kUnknown,
           xgboost = kUnknown;  ///< scaled by plain_ms
    bool stand_in = false;
    double ratio() const { return seconds / target; }
};

/// One cell of the table, one thread, training only.
Cell measure_cell(const Method& method, std::size_t index, const DataCase& data_case,
                  std::shared_ptr<const data::BinnedSplit> data, bench::PlainSearch& plain);

/// Two threads against one in turns, Mnist10k: wall seconds per round, the least of each, and whether the
/// edges are equal to the last bit.
struct Speedup {
    std::string method;
    double one = 0, two = 0;
    bool same_bits = false;
};
Speedup measure_threads(const Method& method, std::shared_ptr<const data::BinnedSplit> data);

/// Named numbers for the JSON file and --compare.
std::vector<bench::Metric> metrics_of(const std::vector<Cell>& cells, const std::vector<Speedup>& speedups,
                                      double peak_mb);

/// The table: its head, each line as soon as it is measured, how many targets were reached.
void print_header(std::ostream& out);
void print_cell(std::ostream& out, const Cell& cell);
void print_reached(std::ostream& out, const std::vector<Cell>& cells);
void print_speedups(std::ostream& out, const std::vector<Speedup>& speedups);
/// {"machine": {…}, "metrics": […], "cells": […]}; bench::metrics_from reads it.
Value to_value(const bench::Machine& machine, const std::vector<Cell>& cells,
               const std::vector<bench::Metric>& metrics);

/// Trains one booster on Mnist10k and prints, a line for each round worth telling, loss, test errors and
/// seconds per round. `settings` are words NAME=NUMBER: rounds, gap, threads, test (1: with test errors),
/// max_bins, leaves, min_leaf, min_split. Throws UsageError for others.
void print_path(const std::string& booster, const std::vector<std::string>& settings,
                const data::DataRoot& root);

}  // namespace reboost::bench_abc
