#pragma once
/// Splits a sweep into parts for machines that do not communicate.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::sweep {

/// Part `index` of `count`, index from 1.
struct Shard {
    std::size_t index = 1, count = 1;
};

inline constexpr std::size_t kMostShards = 10000;

/// "2/8". Throws UsageError for anything that is not 1 ≤ i ≤ N.
Shard parse_shard(std::string_view text);

/// The shard (1 … count) of every run: longest run first to the least loaded shard (Graham 1969, LPT). Ties
/// go to the smaller id and the smaller shard, so that every machine computes the same division. `costs` and
/// `ids` have equal length.
std::vector<std::size_t> assign_shards(std::span<const double> costs, std::span<const std::string> ids,
                                       std::size_t count);

}  // namespace reboost::sweep
