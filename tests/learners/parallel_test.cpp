/// Regions on several threads: every chunk once, exceptions, nesting, and helpers that sleep and wake.
#include "learners/parallel.hpp"

#include "core/error.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

TEST_CASE("A region runs every chunk exactly once, region after region, for any number of threads",
          "[parallel]") {
    for (const int threads : {1, 2, 4, 3}) {
        for (int region = 0; region < 200; ++region) {
            std::vector<std::atomic<int>> count(1 + static_cast<std::size_t>(region % 17));
            const double helpers =
                parallel_chunks(threads, count.size(), [&](std::size_t chunk) { ++count[chunk]; });
            CHECK(helpers >= 0);
            for (const auto& times : count)
                REQUIRE(times == 1);
        }
    }
}

TEST_CASE("Threads of a region are numbered from 0, the caller's, and helpers do take chunks", "[parallel]") {
    std::vector<std::atomic<int>> seen(3);
    std::atomic<int> met{0};
    const auto meet = [&](std::size_t) {  // ends only where two threads are in the region at once
        ++seen.at(static_cast<std::size_t>(region_thread()));
        ++met;
        while (met < 2)
            std::this_thread::yield();
    };
    const double before = helper_cpu_seconds();
    const double seconds = parallel_chunks(3, 2, meet);
    CHECK(seen[1] + seen[2] >= 1);
    CHECK(seconds > 0);
    CHECK(helper_cpu_seconds() - before == Approx(seconds));
    CHECK(region_thread() == 0);
}

TEST_CASE("The first exception of a region leaves it, and the next region is whole", "[parallel]") {
    for (int times = 0; times < 20; ++times) {
        CHECK_THROWS_WITH(parallel_chunks(2, 100,
                                          [](std::size_t chunk) {
                                              if (chunk == 7) throw DataError("seven");
                                          }),
                          "seven");
        std::atomic<int> count{0};
        parallel_chunks(2, 100, [&](std::size_t) { ++count; });
        CHECK(count == 100);
    }
}

TEST_CASE("A region inside a region is run by its caller alone", "[parallel]") {
    std::atomic<int> inner{0}, strangers{0};
    parallel_chunks(2, 8, [&](std::size_t) {
        const int own = region_thread();
        parallel_chunks(2, 4, [&](std::size_t) {
            ++inner;
            if (region_thread() != own) ++strangers;
        });
    });
    CHECK(inner == 32);
    CHECK(strangers == 0);
}

TEST_CASE("Threads that run regions at the same time do not mix them", "[parallel]") {
    std::atomic<int> wrong{0};
    std::vector<std::jthread> runs;
    for (int run = 0; run < 3; ++run)
        runs.emplace_back([&] {
            for (int region = 0; region < 100; ++region) {
                std::atomic<std::size_t> sum{0};
                parallel_chunks(2, 10, [&](std::size_t chunk) { sum += chunk; });
                if (sum != 45) ++wrong;
            }
        });
    runs.clear();
    CHECK(wrong == 0);
}
