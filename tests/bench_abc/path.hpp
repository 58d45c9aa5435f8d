#pragma once
#include "data/data_root.hpp"

#include <string>
#include <vector>

namespace reboost::bench_abc {

/// Trains one booster on Mnist10k and prints, a line for each round worth telling, loss, test errors and
/// seconds per round. `settings` are words NAME=NUMBER: rounds, gap, threads, test (1: with test errors),
/// max_bins, leaves, min_leaf, min_split. Throws UsageError for others.
void print_path(const std::string& booster, const std::vector<std::string>& settings,
                const data::DataRoot& root);

}  // namespace reboost::bench_abc
