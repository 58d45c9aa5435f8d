#include "boosting/gradient/forest.hpp"
#include "support/team.hpp"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;

namespace {

std::vector<std::size_t> backwards(std::size_t trees) {
    std::vector<std::size_t> order(trees);
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    return order;
}

}  // namespace

TEST_CASE("A wave prepares each pass once and grows each tree once, after its pass", "[wave]") {
    const int threads = GENERATE(1, 2, 3);
    const std::size_t trees = GENERATE(1, 4, 5, 30);
    const std::size_t passes = (trees + 3) / 4;
    std::vector<std::atomic<int>> prepared(passes), grown(trees);
    std::atomic<int> too_early{0};
    boosting::run_wave(
        *testing::team_of(threads), 4, backwards(trees),
        [&](std::size_t pass, std::size_t) { ++prepared[pass]; },
        [&](std::size_t tree, std::size_t) {
            too_early += prepared[tree / 4] == 1 ? 0 : 1;
            ++grown[tree];
        });
    INFO(threads << " threads, " << trees << " trees");
    CHECK(too_early == 0);
    for (const auto& times : prepared)
        CHECK(times == 1);
    for (const auto& times : grown)
        CHECK(times == 1);
}

TEST_CASE("One thread grows a wave's trees in the order asked for", "[wave]") {
    std::vector<std::size_t> grown;
    boosting::run_wave(
        testing::alone(), 4, backwards(9), [](std::size_t, std::size_t) {},
        [&](std::size_t tree, std::size_t) { grown.push_back(tree); });
    CHECK(grown == backwards(9));
}

TEST_CASE("A pass that throws ends its wave, and none of its trees is grown", "[wave]") {
    const int threads = GENERATE(1, 2, 3);
    const std::size_t bad = GENERATE(0, 1, 4);
    std::atomic<int> of_bad_pass{0};
    const auto run = [&] {
        boosting::run_wave(
            *testing::team_of(threads), 4, backwards(20),
            [&](std::size_t pass, std::size_t) {
                if (pass == bad) throw std::runtime_error("no memory for pass " + std::to_string(pass));
            },
            [&](std::size_t tree, std::size_t) { of_bad_pass += tree / 4 == bad ? 1 : 0; });
    };
    CHECK_THROWS_WITH(run(), "no memory for pass " + std::to_string(bad));
    CHECK(of_bad_pass == 0);
}

TEST_CASE("Who waits for a pass that throws on another thread does not grow its trees", "[wave]") {
    std::vector<std::size_t> order(20);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::atomic<int> grown{0}, of_last_pass{0};
    const auto run = [&] {
        boosting::run_wave(
            *testing::team_of(2), 4, order,
            [&](std::size_t pass, std::size_t) {
                if (pass < 4) return;
                // Throws once the other thread grows trees; alone, where there is none.
                for (int i = 0; i < 1'000'000 && grown < 3; ++i)
                    std::this_thread::yield();
                throw std::runtime_error("the last pass");
            },
            [&](std::size_t tree, std::size_t) {
                ++grown;
                of_last_pass += tree >= 16 ? 1 : 0;
            });
    };
    CHECK_THROWS_WITH(run(), "the last pass");
    CHECK(of_last_pass == 0);
}

TEST_CASE("A tree that throws ends its wave", "[wave]") {
    const int threads = GENERATE(1, 2);
    const auto run = [&] {
        boosting::run_wave(
            *testing::team_of(threads), 4, backwards(20), [](std::size_t, std::size_t) {},
            [](std::size_t tree, std::size_t) {
                if (tree == 7) throw std::runtime_error("tree 7");
            });
    };
    CHECK_THROWS_WITH(run(), "tree 7");
}
