#include "core/error.hpp"
#include "selectors/options.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;
using learners::FeatureScore;

namespace {

std::vector<std::uint32_t> query(learners::FeatureSelector& selector, const Decision& decision) {
    const auto features = selector.next_query(decision).features;
    return {features.begin(), features.end()};
}

}  // namespace

TEST_CASE("full asks once for every feature in order and is exhaustive") {
    const auto selector = make_selector(SelectorOptions("full"), 5, 10, 1);
    CHECK(selector->exhaustive());
    for (std::size_t round = 1; round <= 2; ++round) {
        selector->begin_round(round);
        for (std::uint32_t step = 0; step < 3; ++step) {
            CHECK(query(*selector, {.step = step}) == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
            CHECK(query(*selector, {.step = step}).empty());
        }
    }
}

TEST_CASE("full's span stays valid over rounds") {
    const auto selector = make_selector(SelectorOptions("full"), 5, 10, 1);
    selector->begin_round(1);
    const auto first = selector->next_query({}).features;
    selector->begin_round(2);
    CHECK(selector->next_query({}).features.data() == first.data());
}

TEST_CASE("random draws k distinct features, ascending, anew at each decision and evenly") {
    const auto selector = make_selector(SelectorOptions("random", {{"k", 3}}), 10, 10, 7);
    std::vector<int> counts(10, 0);
    std::set<std::vector<std::uint32_t>> seen;
    for (std::size_t round = 1; round <= 3000; ++round) {
        selector->begin_round(round);
        const auto drawn = query(*selector, {});
        REQUIRE(drawn.size() == 3);
        REQUIRE(std::ranges::adjacent_find(drawn, std::greater_equal{}) == drawn.end());
        REQUIRE(drawn.back() < 10);
        for (const auto feature : drawn)
            ++counts[feature];
        seen.insert(drawn);
        CHECK(query(*selector, {}).empty());
    }
    CHECK(seen.size() == 120);  // all subsets of 3 of 10
    // Each count is binomial(3000, 0.3): mean 900, standard deviation 25.
    for (const int count : counts)
        CHECK(std::abs(count - 900) < 125);
}

TEST_CASE("k beyond the number of features is refused with both numbers") {
    CHECK_THROWS_AS(make_selector(SelectorOptions("random", {{"k", 6}}), 5, 10, 1), UsageError);
    CHECK_THROWS_WITH(make_selector(SelectorOptions("random", {{"k", 6}}), 5, 10, 1),
                      Catch::Contains("6") && Catch::Contains("5"));
    const SelectorOptions bandit("bandit", {{"k", 3}, {"group", 3}});
    CHECK_THROWS_AS(make_selector(bandit, 5, 10, 1), UsageError);
    CHECK_NOTHROW(make_selector(bandit, 7, 10, 1));
}

TEST_CASE("what a decision scans is counted in arms and features") {
    CHECK(Scan{2, 3}.arms_of(6) == 2);
    CHECK(Scan{2, 3}.arms_of(7) == 3);
    CHECK(Scan{2, 3}.features_of(7) == 6);
    CHECK(Scan{2, 3}.features_of(5) == 5);
    CHECK(Scan{}.features_of(5) == 5);
}

TEST_CASE("a bandit asks for the horizon where its policy does, in its own form") {
    BanditOptions options;
    CHECK_FALSE(options.needs_horizon());
    options.policy = bandits::PolicyOptions("moss");
    CHECK(options.needs_horizon());
    options.variant = bandits::Variant::multiboost;
    CHECK_FALSE(options.needs_horizon());
}
