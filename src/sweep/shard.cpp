#include "sweep/shard.hpp"

#include "core/error.hpp"
#include "core/order.hpp"
#include "core/text.hpp"

#include <algorithm>

namespace reboost::sweep {

Shard parse_shard(std::string_view text) {
    const std::size_t slash = text.find('/');
    const bool is_share = slash != std::string_view::npos;
    const auto index = parse_whole<std::size_t>(text.substr(0, slash));
    const auto count = is_share ? parse_whole<std::size_t>(text.substr(slash + 1)) : std::nullopt;
    const Shard shard{index.value_or(0), count.value_or(0)};
    if (shard.index < 1 || shard.index > shard.count || shard.count > kMostShards)
        throw UsageError("--shard: '" + std::string(text) + "' is not i/N with 1 <= i <= N <= " +
                         std::to_string(kMostShards) + " (for example 2/8)");
    return shard;
}

std::vector<std::size_t> assign_shards(std::span<const double> costs, std::span<const std::string> ids,
                                       std::size_t count) {
    const std::vector<std::size_t> longest_first = order_by(
        costs.size(), [&](std::size_t run) { return std::pair(-costs[run], std::string_view(ids[run])); });
    std::vector<double> load(count, 0);
    std::vector<std::size_t> shard_of(costs.size());
    for (const std::size_t run : longest_first) {
        const auto least = std::ranges::min_element(load);
        *least += costs[run];
        shard_of[run] = static_cast<std::size_t>(least - load.begin()) + 1;
    }
    return shard_of;
}

}  // namespace reboost::sweep
