#include "core/error.hpp"
#include "selectors/fake_learner.hpp"
#include "selectors/options.hpp"
#include "selectors/rewards.hpp"

#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;

namespace {

using Features = std::vector<std::uint32_t>;

SelectorOptions ucb(std::int64_t k) {
    return {"bandit", {{"k", k}}};
}

/// Feature j has edge (j + 1)/10.
double rising(const Decision&, std::uint32_t feature) {
    return (feature + 1) / 10.0;
}

Archive summary(const learners::FeatureSelector& selector) {
    Archive archive;
    selector.summarise(archive);
    return archive;
}

}  // namespace

TEST_CASE("reward maps: hand-computed values, limits and order") {
    CHECK(reward_of_edge(RewardMap::sqrt, 0.6) == Approx(0.2));
    CHECK(reward_of_edge(RewardMap::log, 0.6) == Approx(-0.5 * std::log(0.64)));
    CHECK(reward_of_edge(RewardMap::edge_squared, 0.6) == Approx(0.36));
    for (const RewardMap map : {RewardMap::sqrt, RewardMap::log, RewardMap::edge_squared}) {
        CHECK(reward_of_edge(map, 0) == 0);
        CHECK(reward_of_edge(map, 1) == 1);
        CHECK(reward_of_edge(map, 1.0000001) == 1);
        CHECK(reward_of_edge(map, -1e-9) == 0);
        CHECK_THROWS_AS(reward_of_edge(map, std::nan("")), TrainingError);
        for (double edge = 0; edge < 0.99; edge += 0.01)
            CHECK(reward_of_edge(map, edge) <= reward_of_edge(map, edge + 0.01));
    }
}

TEST_CASE("a bandit of k arms asks once per decision, every feature once first, then the best") {
    const auto selector = make_selector(ucb(2), 6, 100, 1);
    CHECK(stump_round(*selector, 1, rising) == Features{0, 1});
    CHECK(stump_round(*selector, 2, rising) == Features{2, 3});
    CHECK(stump_round(*selector, 3, rising) == Features{4, 5});
    CHECK(stump_round(*selector, 4, rising) == Features{5, 4});
    const Archive state = summary(*selector);
    CHECK(state.get<std::uint64_t>("pulls") == std::vector<std::uint64_t>{1, 1, 1, 1, 2, 2});
    CHECK(state.get<double>("mean_reward")[5] == Approx(reward_of_edge(RewardMap::sqrt, 0.6)));
    CHECK(state.get<std::uint64_t>("accepted") == std::vector<std::uint64_t>{0, 1, 0, 1, 0, 2});
    CHECK(!state.find("pulls").long_name.empty());
}

TEST_CASE("a bandit's time is that of its decisions, or of the rounds where it is asked to be") {
    const auto asked = [](BanditTime time, std::size_t rounds_apart) {
        auto options = ucb(1);
        options.bandit()->time = time;
        const auto selector = make_selector(options, 6, 100, 1);
        Features all;
        for (std::size_t round = 1; round <= 60; ++round)
            all.push_back(stump_round(*selector, round * rounds_apart, rising).at(0));
        return all;
    };
    CHECK(asked(BanditTime::decisions, 1) == asked(BanditTime::decisions, 1000));
    CHECK(asked(BanditTime::rounds, 1) != asked(BanditTime::rounds, 1000));
}

TEST_CASE("only the winner of k arms is rewarded, once each has had its first pull") {
    auto options = ucb(2);
    options.bandit()->rewarded = RewardedArms::winner;
    const auto selector = make_selector(options, 4, 100, 1);
    for (std::size_t round = 1; round <= 3; ++round)
        stump_round(*selector, round, rising);
    CHECK(summary(*selector).get<std::uint64_t>("pulls") == std::vector<std::uint64_t>{1, 1, 1, 2});
}

TEST_CASE("an arm of a group stands for neighbouring features and earns by the best of them") {
    auto options = ucb(1);
    options.bandit()->group = 3;
    const auto selector = make_selector(options, 7, 100, 1);
    CHECK(stump_round(*selector, 1, rising) == Features{0, 1, 2});
    CHECK(stump_round(*selector, 2, rising) == Features{3, 4, 5});
    CHECK(stump_round(*selector, 3, rising) == Features{6});
    CHECK(stump_round(*selector, 4, rising) == Features{6});
    const auto means = summary(*selector).get<double>("mean_reward");
    REQUIRE(means.size() == 3);
    CHECK(means[0] == Approx(reward_of_edge(RewardMap::sqrt, 0.3)));
    CHECK(means[1] == Approx(reward_of_edge(RewardMap::sqrt, 0.6)));
}

TEST_CASE("of equal features of a group the first one's price is paid") {
    auto options = ucb(1);
    options.bandit()->group = 2;
    options.bandit()->price = PriceMap::share;
    const auto selector = make_selector(options, 2, 100, 1);
    selector->begin_round(1);
    REQUIRE(selector->next_query({}).features.size() == 2);
    const std::vector<learners::FeatureScore> scores{{0, 0.6, 0.3}, {1, 0.6, 9}};
    selector->report({}, {scores});
    CHECK(summary(*selector).get<double>("mean_reward")[0] == Approx(0.2 / (0.2 + 0.3)));
}

TEST_CASE("a feature that the learner does not score earns nothing") {
    const auto selector = make_selector(ucb(2), 2, 100, 1);
    selector->begin_round(1);
    REQUIRE(selector->next_query({}).features.size() == 2);
    const std::vector<learners::FeatureScore> scores{{1, 0.5}};
    selector->report({}, {scores});
    CHECK(summary(*selector).get<std::uint64_t>("pulls") == std::vector<std::uint64_t>{1, 1});
    CHECK(summary(*selector).get<double>("mean_reward")[0] == 0);
}

TEST_CASE("siblings share the features drawn for the first of them, and each pulls them") {
    for (const Siblings siblings : {Siblings::share, Siblings::own}) {
        SelectorOptions options = ucb(2);
        options.bandit()->policy = bandits::PolicyOptions("eps_greedy", {{"epsilon", 1}});
        options.bandit()->siblings = siblings;
        const auto selector = make_selector(options, 30, 100, 4);
        int equal = 0;
        for (std::size_t round = 1; round <= 20; ++round) {
            const auto asked = tree_round(*selector, round, rising);
            for (std::size_t left = 1; left < 7; left += 2)
                equal += asked[left] == asked[left + 1];
        }
        CHECK((siblings == Siblings::share ? equal == 60 : equal < 6));
        const auto pulls = summary(*selector).get<std::uint64_t>("pulls");
        CHECK(std::accumulate(pulls.begin(), pulls.end(), std::uint64_t{0}) == 20 * 7 * 2);
    }
}

TEST_CASE("a sibling met after other decisions still gets the shared features") {
    SelectorOptions options = ucb(1);
    options.bandit()->policy = bandits::PolicyOptions("eps_greedy", {{"epsilon", 1}});
    const auto selector = make_selector(options, 1000, 100, 4);
    selector->begin_round(1);
    const auto first = decide(*selector, {0, 1, 0, 0}, rising);
    const auto other = decide(*selector, {1, 3, 1, 1}, rising);
    CHECK(decide(*selector, {2, 2, 0, 0}, rising) == first);
    CHECK(decide(*selector, {3, 4, 1, 1}, rising) == other);
}

TEST_CASE("the bandit's time counts decisions or rounds") {
    // Two features of equal edge after one pull each; in one round of many decisions the bonus grows only
    // with decisions.
    const auto equal_edges = [](const Decision&, std::uint32_t feature) { return feature == 0 ? 0.9 : 0.1; };
    for (const BanditTime time : {BanditTime::decisions, BanditTime::rounds}) {
        auto options = ucb(1);
        options.bandit()->time = time;
        const auto selector = make_selector(options, 2, 100, 1);
        selector->begin_round(1);
        for (std::uint32_t step = 0; step < 100; ++step)
            decide(*selector, {step, 0, -1, -1}, equal_edges);
        const auto pulls = summary(*selector).get<std::uint64_t>("pulls");
        if (time == BanditTime::rounds)
            CHECK(pulls == std::vector<std::uint64_t>{99, 1});  // ln 1 = 0: greedy
        if (time == BanditTime::decisions) CHECK(pulls[1] > 1);
    }
}

TEST_CASE("the multiboost variant searches every feature once before the first decision") {
    auto options = ucb(1);
    options.bandit()->variant = bandits::Variant::multiboost;
    const auto selector = make_selector(options, 5, 100, 1);
    CHECK(stump_round(*selector, 1, rising) == Features{0, 1, 2, 3, 4, 4});
    CHECK(stump_round(*selector, 2, rising).size() == 1);
    const auto pulls = summary(*selector).get<std::uint64_t>("pulls");
    CHECK(std::accumulate(pulls.begin(), pulls.end(), std::uint64_t{0}) == 7);
    options.bandit()->policy = bandits::PolicyOptions("eps_greedy");
    CHECK_THROWS_AS(make_selector(options, 5, 10, 1), UsageError);
}
