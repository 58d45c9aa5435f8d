#include "statistics/running_time.hpp"

#include "core/error.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::statistics;

namespace {

using Sets = std::vector<std::vector<Attempt>>;

Sets all_reach(const std::vector<std::vector<double>>& costs) {
    Sets sets;
    for (const auto& set : costs) {
        sets.emplace_back();
        for (const double cost : set)
            sets.back().push_back({cost, 1});
    }
    return sets;
}

}  // namespace

TEST_CASE("The expected running time charges what failures spent to the successes") {
    CHECK(expected_running_time(std::vector<Attempt>{{10, 1}, {30, 0}, {20, 1}}) == 30);
    CHECK(std::isinf(expected_running_time(std::vector<Attempt>{{10, 0}})));
}

TEST_CASE("Simulated restarts cost as much on the mean as expected") {
    const std::vector<Attempt> attempts{{10, 1}, {30, 0}, {20, 1}, {40, 0}};
    Rng rng(3);
    double sum = 0;
    constexpr int kDraws = 200'000;
    for (int i = 0; i < kDraws; ++i)
        sum += restarted_cost(attempts, rng);
    CHECK(sum / kDraws == Approx(expected_running_time(attempts)).epsilon(0.01));
    CHECK(std::isinf(restarted_cost(std::vector<Attempt>{{10, 0}}, rng)));
}

TEST_CASE("A rival that needs the same share everywhere has a ratio without width") {
    Rng rng(4);
    const Sets baseline = all_reach({{8, 16}, {100}, {2, 2, 4}});
    const Sets rival = all_reach({{2, 4}, {25}, {0.5, 0.5, 1}});
    const Interval ratio = running_time_ratio(baseline, rival, rng);
    CHECK(ratio.estimate == Approx(0.25));
    CHECK(ratio.low == Approx(0.25));
    CHECK(ratio.high == Approx(0.25));
}

TEST_CASE("A ratio is the geometric mean over the sets on which both reach the target") {
    Rng rng(5);
    const Sets baseline{{{10, 1}}, {{10, 1}}, {{10, 1}}, {{10, 0}}};
    const Sets rival{{{20, 1}}, {{80, 1}}, {{10, 0}}, {{10, 0}}};
    const Interval ratio = running_time_ratio(baseline, rival, rng);
    CHECK(ratio.estimate == Approx(4));
    CHECK(ratio.low == Approx(2));
    CHECK(ratio.high == Approx(8));
    const std::vector<double> logs = log_running_time_ratios(baseline, rival);
    CHECK(logs[1] == Approx(std::log(8.0)));
    CHECK((std::isinf(logs[2]) && logs[2] > 0));
    CHECK(std::isnan(logs[3]));
}

TEST_CASE("The interval of a ratio is that of the redraws in which both have a success") {
    Rng rng(6);
    const Sets baseline = all_reach({{10, 10, 10}});
    const Sets rival{
        {{10, 1}, {10, 0}, {10, 0}}};  // of 19 redraws with a success 12 have one, 6 two, 1 three
    const Interval ratio = running_time_ratio(baseline, rival, rng);
    CHECK(ratio.estimate == Approx(3));
    CHECK(ratio.low ==
          Approx(1.5));  // the bias, Φ⁻¹(13/19), moves the lower level to 16%; 1/19 lies below 1.5
    CHECK(ratio.high == Approx(3));
}

TEST_CASE("Successes on different splits leave an interval with two finite, positive ends") {
    Rng rng(8);
    Sets baseline{{{5, 1}, {10, 0}, {10, 0}, {10, 0}}}, rival{{{10, 0}, {10, 0}, {10, 0}, {4, 1}}};
    for (const double cost : {1.0, 2.0, 4.0}) {
        baseline.push_back({{cost, 1}, {10, 0}});
        rival.push_back({{2 * cost, 1}, {10, 0}});
    }
    const Interval ratio = running_time_ratio(baseline, rival, rng);
    CHECK(ratio.low > 0.1);
    CHECK(ratio.low < ratio.estimate);
    CHECK(ratio.estimate < ratio.high);
    CHECK(ratio.high < 10);
}

TEST_CASE("A target that a split has from the start, at no cost, leaves no hole in the interval") {
    Rng rng(9);
    const Sets baseline{{{0, 1}, {0, 1}, {8, 1}}, {{4, 1}}}, rival{{{0, 1}, {0, 1}, {2, 1}}, {{1, 1}}};
    const Interval ratio = running_time_ratio(baseline, rival, rng);
    CHECK(ratio.estimate == Approx(0.25));
    CHECK(ratio.low == Approx(0.25));
    CHECK(ratio.high == Approx(0.25));
}

TEST_CASE("Running times of unpaired replicates are refused") {
    Rng rng(7);
    CHECK_THROWS_AS(running_time_ratio(all_reach({{1, 2}}), all_reach({{1}}), rng), UsageError);
    CHECK_THROWS_AS(running_time_ratio(all_reach({{1}, {1}}), all_reach({{1}}), rng), UsageError);
}
