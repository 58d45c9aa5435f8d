#include "selectors/uct.hpp"

#include "core/error.hpp"
#include "selectors/fake_learner.hpp"
#include "selectors/options.hpp"
#include "selectors/rewards.hpp"

#include <cmath>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::selectors;
using learners::Decision;

TEST_CASE("UCT visits every child of the root before it repeats one whose mean is below the random index") {
    // With exploration 0 an unvisited child has the index U(0,1): against a mean of 0 it always wins.
    UctTree tree(8, 0);
    Rng rng(3);
    std::set<std::uint32_t> features;
    for (int visit = 0; visit < 8; ++visit) {
        const auto child = tree.descend(UctTree::kRoot, rng);
        features.insert(tree.feature(child));
        tree.visit(UctTree::kRoot, 0);
        tree.visit(child, 0);
    }
    CHECK(features.size() == 8);
    CHECK(tree.size() == 9);
}

TEST_CASE("UCT's visited children follow mean + sqrt(2 ln N / n)") {
    UctTree tree(2, 2);
    Rng rng(4);
    while (tree.size() < 3) {
        const auto child = tree.descend(UctTree::kRoot, rng);
        tree.visit(UctTree::kRoot, 0.5);
        tree.visit(child, 0.5);
    }
    for (int step = 0; step < 200; ++step) {
        const double n = static_cast<double>(tree.visits(UctTree::kRoot));
        const auto index = [&](UctTree::Node node) {
            return tree.mean(node) + std::sqrt(2 * std::log(n) / static_cast<double>(tree.visits(node)));
        };
        const UctTree::Node expected = index(2) > index(1) ? 2 : 1;
        const auto child = tree.descend(UctTree::kRoot, rng);
        REQUIRE(child == expected);
        tree.visit(UctTree::kRoot, 0);
        tree.visit(child, tree.feature(child) == 0 ? 0.7 : 0.2);
    }
}

TEST_CASE("an unvisited child beats a visited one as often as the largest of its uniform deviates does") {
    // One visited child of mean 0.5 and three unvisited, exploration 0: unvisited wins with probability 1 −
    // 0.5³.
    int unvisited = 0;
    Rng rng(6);
    for (int trial = 0; trial < 4000; ++trial) {
        UctTree tree(4, 0);
        const auto first = tree.descend(UctTree::kRoot, rng);
        tree.visit(UctTree::kRoot, 0.5);
        tree.visit(first, 0.5);
        unvisited += tree.descend(UctTree::kRoot, rng) != first;
    }
    CHECK(std::abs(unvisited / 4000.0 - 0.875) < 0.02);
}

TEST_CASE("UCT rewards the whole path with the base classifier's edge") {
    const auto made = make_selector(SelectorOptions("uct"), 10, 10, 1);
    learners::FeatureSelector& selector = *made;
    const auto constant = [](const Decision&, std::uint32_t) { return 0.6; };
    const auto asked = tree_round(selector, 1, constant);
    // One feature a depth: siblings and cousins share.
    REQUIRE(asked.size() == 7);
    CHECK(asked[1] == asked[2]);
    for (std::size_t leaf = 4; leaf < 7; ++leaf)
        CHECK(asked[3] == asked[leaf]);
    Archive state;
    selector.save(state);
    CHECK(state.get<std::uint32_t>("tree/visits") == std::vector<std::uint32_t>(4, 1));
    for (const double reward : state.get<double>("tree/reward_sum"))
        CHECK(reward == Approx(0.2));
    Archive summary;
    selector.summarise(summary);
    for (std::size_t feature = 0; feature < 10; ++feature) {
        const bool seen = summary.get<std::uint64_t>("pulls")[feature] > 0;
        CHECK(summary.get<double>("mean_reward")[feature] == Approx(seen ? 0.2 : 0));
    }
}

TEST_CASE("a product's later cycles search the same feature a term") {
    const auto made = make_selector(SelectorOptions("uct"), 50, 10, 2);
    learners::FeatureSelector& selector = *made;
    const auto constant = [](const Decision&, std::uint32_t) { return 0.3; };
    for (std::size_t round = 1; round <= 30; ++round) {
        const auto asked = product_round(selector, round, 3, 4, constant);
        REQUIRE(asked.size() == 12);
        for (std::size_t call = 3; call < 12; ++call)
            CHECK(asked[call] == asked[call % 3]);
    }
    Archive archive;
    selector.summarise(archive);
    CHECK(archive.get_scalar<std::uint64_t>("tree_nodes") <= 1 + 30 * 3);
}

TEST_CASE("nodes of one depth share UCT's feature, however nodes are numbered, in each tree of a round") {
    const auto made = make_selector(SelectorOptions("uct"), 50, 10, 3);
    learners::FeatureSelector& selector = *made;
    const auto flat = [](const Decision&, std::uint32_t) { return 0.5; };
    selector.begin_round(1);
    std::vector<std::uint32_t> of_depth;
    std::uint32_t step = 0;
    const auto ask = [&](std::int32_t node, std::int32_t parent, std::int32_t siblings, std::size_t depth) {
        const std::uint32_t feature = decide(selector, {step++, node, parent, siblings}, flat).at(0);
        if (depth == of_depth.size()) of_depth.push_back(feature);
        CAPTURE(node, depth);
        CHECK(feature == of_depth[depth]);
    };
    // Grown best first: the right child is split before the left one, then a grandchild.
    ask(0, -1, -1, 0);
    ask(1, 0, 0, 1), ask(2, 0, 0, 1);
    ask(3, 2, 1, 2), ask(4, 2, 1, 2);
    ask(5, 4, 2, 3), ask(6, 4, 2, 3);
    ask(7, 1, 3, 2), ask(8, 1, 3, 2);
    // Another tree, of another shape.
    ask(0, -1, -1, 0);
    ask(1, 0, 0, 1), ask(2, 0, 0, 1);
    ask(3, 1, 1, 2), ask(4, 1, 1, 2);
    ask(5, 2, 2, 2), ask(6, 2, 2, 2);
    ask(7, 5, 3, 3), ask(8, 5, 3, 3);
    CHECK(of_depth.size() == 4);
}

TEST_CASE("UCT finds the stump that pays") {
    const auto made = make_selector(SelectorOptions("uct"), 5, 10, 3);
    learners::FeatureSelector& selector = *made;
    const auto one_good = [](const Decision&, std::uint32_t feature) { return feature == 3 ? 0.95 : 0.1; };
    for (std::size_t round = 1; round <= 2000; ++round)
        stump_round(selector, round, one_good);
    Archive archive;
    selector.summarise(archive);
    CHECK(archive.get<std::uint64_t>("pulls")[3] > 1700);
    CHECK(archive.get<double>("mean_reward")[3] == Approx(reward_of_edge(RewardMap::sqrt, 0.95)));
    CHECK(archive.get_scalar<std::uint64_t>("tree_nodes") == 6);
}

TEST_CASE("a saved UCT tree that does not hang together is refused") {
    const auto made = make_selector(SelectorOptions("uct"), 5, 10, 3);
    learners::FeatureSelector& selector = *made;
    for (std::size_t round = 1; round <= 3; ++round)
        product_round(selector, round, 2, 1, [](const Decision&, std::uint32_t) { return 0.3; });
    Archive state;
    selector.save(state);
    const auto size = static_cast<std::uint32_t>(state.get<std::uint32_t>("tree/feature").size());
    struct Damage {
        const char* array;
        std::size_t node;
        std::uint32_t value;
    };
    for (const Damage& damage : {Damage{"tree/first_child", 0, 0},
                                 {"tree/first_child", 0, size},
                                 {"tree/first_child", 1, 1},
                                 {"tree/next_sibling", 1, 1},
                                 {"tree/next_sibling", 1, 2},
                                 {"tree/feature", 1, 5}}) {
        CAPTURE(damage.array, damage.node, damage.value);
        Archive changed = state;
        auto values = state.get<std::uint32_t>(damage.array);
        values.at(damage.node) = damage.value;
        changed.put(damage.array, values);
        CHECK_THROWS_AS(selector.load(changed), DataError);
    }
    CHECK_NOTHROW(selector.load(state));
    Archive fewer;
    make_selector(SelectorOptions("uct"), 4, 10, 3)->save(fewer);
    CHECK_THROWS_AS(selector.load(fewer), DataError);
}
