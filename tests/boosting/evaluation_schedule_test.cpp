#include "boosting/bookkeeping.hpp"

#include <vector>

#include <catch2/catch.hpp>

using reboost::boosting::is_log_spaced;

namespace {

std::vector<std::size_t> rounds_up_to(std::size_t last, double per_decade) {
    std::vector<std::size_t> rounds;
    for (std::size_t round = 1; round <= last; ++round)
        if (is_log_spaced(round, last, per_decade)) rounds.push_back(round);
    return rounds;
}

}  // namespace

TEST_CASE("ten points per decade: a round counts where floor(10 log10 round) grows") {
    CHECK(rounds_up_to(100, 10) ==
          std::vector<std::size_t>{1, 2, 3, 4, 6, 7, 8, 10, 13, 16, 20, 26, 32, 40, 51, 64, 80, 100});
}

TEST_CASE("every power of ten is evaluated, whatever the points per decade") {
    for (const double per_decade : {1.0, 3.0, 7.0, 10.0, 30.0})
        for (std::size_t round = 1; round <= 1'000'000; round *= 10) {
            INFO(per_decade << " points per decade, round " << round);
            CHECK(is_log_spaced(round, 2'000'000, per_decade));
        }
    CHECK(rounds_up_to(1000, 1) == std::vector<std::size_t>{1, 10, 100, 1000});
}

TEST_CASE("without points only the last round is evaluated") {
    CHECK(rounds_up_to(50, 0) == std::vector<std::size_t>{50});
}

TEST_CASE("a round that misses its point by less than a billionth of a step is that point") {
    // 10^8.5 = 316,227,766.017: the round below is 2.3e-10 steps short of point 85.
    CHECK(is_log_spaced(316'227'766, 1'000'000'000, 10));
    CHECK_FALSE(is_log_spaced(316'227'767, 1'000'000'000, 10));
}
