#include "sweep/shard.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace reboost::sweep {
namespace {

bool parse_number(std::string_view text, std::size_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

Shard parse_shard(std::string_view text) {
    Shard shard;
    const std::size_t slash = text.find('/');
    const bool numbers = slash != std::string_view::npos &&
                         parse_number(text.substr(0, slash), shard.index) &&
                         parse_number(text.substr(slash + 1), shard.count);
    if (!numbers || shard.index < 1 || shard.index > shard.count || shard.count > kMostShards)
        throw UsageError("--shard: '" + std::string(text) + "' is not i/N with 1 <= i <= N <= " +
                         std::to_string(kMostShards) + " (for example 2/8)");
    return shard;
}

std::vector<std::size_t> assign_shards(std::span<const double> costs, std::span<const std::string> ids,
                                       std::size_t count) {
    std::vector<std::size_t> order(costs.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return costs[a] != costs[b] ? costs[a] > costs[b] : ids[a] < ids[b];
    });
    std::vector<double> load(count, 0);
    std::vector<std::size_t> shard_of(costs.size());
    for (const std::size_t run : order) {
        const auto least = std::min_element(load.begin(), load.end());
        *least += costs[run];
        shard_of[run] = static_cast<std::size_t>(least - load.begin()) + 1;
    }
    return shard_of;
}

}  // namespace reboost::sweep
