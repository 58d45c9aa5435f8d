#include "core/error.hpp"
#include "core/rng.hpp"
#include "sweep/plan.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using sweep::parse_shard;

namespace {

/// The shard (1 … count) of every run.
std::vector<std::size_t> assign_shards(const std::vector<double>& costs, const std::vector<std::string>& ids,
                                       std::size_t count) {
    std::vector<sweep::PlanEntry> entries(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
        entries[i].cost.seconds = costs[i];
        entries[i].id = ids[i];
    }
    std::vector<std::size_t> shard_of(costs.size(), 0);
    for (std::size_t index = 1; index <= count; ++index)
        for (const sweep::PlanEntry& entry : sweep::part_of(entries, {index, count})) {
            std::size_t& shard =
                shard_of[static_cast<std::size_t>(std::ranges::find(ids, entry.id) - ids.begin())];
            CHECK(shard == 0);  // no run is in two
            shard = index;
        }
    return shard_of;
}

}  // namespace

TEST_CASE("a shard is written i/N with i from 1") {
    CHECK(parse_shard("2/8").index == 2);
    CHECK(parse_shard("2/8").count == 8);
    for (const char* wrong : {"0/4", "5/4", "1", "1/", "/3", "a/b", "1/2/3", "-1/2", ""})
        CHECK_THROWS_AS(parse_shard(wrong), UsageError);
    CHECK(parse_shard("10000/10000").index == 10000);
    CHECK_THROWS_WITH(parse_shard("1/10001"), Catch::Contains("N <= 10000"));
}

TEST_CASE("the longest run goes to the least loaded shard") {
    const std::vector<double> costs{5, 4, 3, 3, 3};
    const std::vector<std::string> ids{"a", "b", "c", "d", "e"};
    // By hand: 5 -> 1, 4 -> 2, 3 -> 2 (7), 3 -> 1 (8), 3 -> 2 (10).
    CHECK(assign_shards(costs, ids, 2) == std::vector<std::size_t>{1, 2, 2, 1, 2});
}

TEST_CASE("shards cover every run exactly once, whatever the order of the runs") {
    Rng rng(1, "shards");
    std::vector<double> costs;
    std::vector<std::string> ids;
    for (int i = 0; i < 57; ++i) {
        costs.push_back(static_cast<double>(rng.below(4)));  // many ties
        ids.push_back("run" + std::to_string(rng.next()));
    }
    const std::vector<std::size_t> shard = assign_shards(costs, ids, 5);
    CHECK(std::all_of(shard.begin(), shard.end(), [](std::size_t s) { return s >= 1 && s <= 5; }));

    std::vector<double> turned(costs.rbegin(), costs.rend());
    const std::vector<std::string> turned_ids(ids.rbegin(), ids.rend());
    const std::vector<std::size_t> other = assign_shards(turned, turned_ids, 5);
    CHECK(std::equal(shard.begin(), shard.end(), other.rbegin()));
}

TEST_CASE("shards differ in load by no more than the longest run") {
    Rng rng(2, "shards");
    std::vector<double> costs;
    std::vector<std::string> ids;
    for (int i = 0; i < 40; ++i) {
        costs.push_back(rng.uniform(1, 10));
        ids.push_back(std::to_string(i));
    }
    const std::vector<std::size_t> shard = assign_shards(costs, ids, 4);
    std::vector<double> load(4, 0);
    for (std::size_t i = 0; i < costs.size(); ++i)
        load[shard[i] - 1] += costs[i];
    const auto [least, most] = std::minmax_element(load.begin(), load.end());
    CHECK(*most - *least <= *std::max_element(costs.begin(), costs.end()));
}
