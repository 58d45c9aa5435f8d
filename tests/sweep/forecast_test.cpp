/// How long a sweep still takes: by hand, and judged afterwards.
#include "sweep/forecast.hpp"

#include "core/value.hpp"
#include "sweep/plan.hpp"

#include <catch2/catch.hpp>

using namespace reboost::sweep;

TEST_CASE("nothing is forecast before anything was done") {
    Forecast forecast;
    forecast.expect("stump", 10);
    CHECK_FALSE(forecast.remaining({}, 2, 1));
    const std::vector<Underway> begun{{"stump", 10, 0.0, 4}};
    CHECK_FALSE(forecast.remaining(begun, 2, 4));
}

TEST_CASE("each kind of run is corrected by its own pace, an unknown one by that of all") {
    Forecast forecast;
    for (const char* kind : {"stump", "stump", "tree", "tree", "product"})
        forecast.expect(kind, 10);
    forecast.ended("stump", 10, 20);  // twice the estimate
    forecast.ended("tree", 10, 5);    // half of it
    // 10 x 2 for the stump, 10 x 0.5 for the tree, 10 x 25/20 for the product
    CHECK(*forecast.remaining({}, 1, 25) == Approx(20 + 5 + 12.5));
    CHECK(*forecast.remaining({}, 2, 12.5) == Approx((20 + 5 + 12.5) / 2));
}

TEST_CASE("a kind of which nothing was estimated is forecast as estimated") {
    Forecast forecast;
    forecast.expect("stump", 10);
    forecast.ended("stump", 0, 4);
    CHECK(*forecast.remaining({}, 1, 4) == 10);
    Forecast other;  // none of this kind ended, and what did took no time
    other.expect("stump", 10);
    other.expect("tree", 30);
    other.ended("tree", 10, 0);
    other.ended("product", 5, 10);
    CHECK(*other.remaining({}, 1, 10) == Approx(30 * 10.0 / 15));
}

TEST_CASE("a run counts by its own pace from three hundredths of its rounds on") {
    Forecast forecast;
    for (const char* kind : {"stump", "stump", "tree"})
        forecast.expect(kind, kind[0] == 's' ? 10 : 20);
    forecast.ended("stump", 10, 20);
    const std::vector<Underway> little{{"tree", 20, 0.029, 3}}, enough{{"tree", 20, 0.03, 3}};
    // 20 s of the other stump and 37 of the tree, at 23 s of runs in 20; then at one run at once
    CHECK(*forecast.remaining(little, 2, 20) == Approx(57 / 1.15));
    CHECK(*forecast.remaining(little, 2, 11.5) == 37);  // no sooner than the longest
    CHECK(*forecast.remaining(enough, 2, 20) == Approx((20 + 97) / 1.15));
    CHECK(*forecast.remaining(enough, 3, 0) == 97);
    const std::vector<Underway> two{{"tree", 20, 0.03, 3},
                                    {"stump", 10, 0.5, 1}};  // the longest is not the last
    CHECK(*forecast.remaining(two, 3, 8) == 97);
}

TEST_CASE("moments of a forecast are a fiftieth apart, from half a second on") {
    ForecastRecord record;
    for (const double elapsed : {0.4, 0.5, 0.509, 0.51, 1.0, 1.01})
        record.note(elapsed, 10);
    CHECK(to_json(record.moments()) == "[[0.5,10.0],[0.51,10.0],[1.0,10.0]]");
}

TEST_CASE("a run under way is forecast by its own pace, and the end waits for the longest") {
    Forecast forecast;
    forecast.expect("stump", 10);
    const std::vector<Underway> one{{"stump", 10, 0.25, 30}};
    CHECK(*forecast.remaining(one, 4, 30) == Approx(90));
}

TEST_CASE("runs that waited for their data will wait again") {
    Forecast forecast;
    for (int run = 0; run < 3; ++run)
        forecast.expect("stump", 10);
    forecast.ended("stump", 10, 10);
    // 10 s of runs in 8 s: 1.25 at once where 2 were allowed
    CHECK(*forecast.remaining({}, 2, 8) == Approx(20 / 1.25));
    CHECK(*forecast.remaining({}, 2, 5) == Approx(20.0 / 2));
    CHECK(*forecast.remaining({}, 2, 1000) == Approx(20 / 0.5));
}

TEST_CASE("a run that failed or left is no longer expected") {
    Forecast forecast;
    forecast.expect("stump", 10);
    forecast.expect("stump", 10);
    forecast.ended("stump", 10, -1);
    const std::vector<Underway> one{{"stump", 10, 0.5, 5}};
    CHECK(*forecast.remaining(one, 1, 5) == Approx(5));
}

TEST_CASE("forecasts are judged against the end") {
    ForecastRecord record;
    record.note(19, 181);                           // foretells 200
    record.note(20, 92);                            // 112
    record.note(20.3, 200);                         // too soon after the last
    record.note(30, 60);                            // 90
    record.note(45, 50);                            // 95
    record.note(50, 65);                            // 115
    record.note(90, 10);                            // 100
    CHECK(*record.error_so_far() == Approx(0.05));  // that of 45 s, half of the time
    CHECK(*record.worst_error(100) == Approx(0.15));
    record.note(101, 499);
    CHECK(*record.worst_error(100) == Approx(0.15));  // what came after the end is not judged
    ForecastRecord early;
    early.note(19, 181);
    CHECK_FALSE(early.worst_error(100));  // from a fifth of the time on
    early.note(20, 92);
    CHECK(*early.worst_error(100) == Approx(0.12));
    ForecastRecord last;
    last.note(20, 92);
    CHECK(*last.worst_error(20) == Approx(4.6));
    CHECK_FALSE(ForecastRecord().error_so_far());
    CHECK_FALSE(ForecastRecord().worst_error(100));
}

TEST_CASE("a plan never takes less than its longest run") {
    Plan plan;
    for (const double seconds : {10.0, 2.0, 100.0}) {
        plan.entries.emplace_back();
        plan.entries.back().cost.seconds = seconds;
    }
    plan.entries.back().state = RunState::done;
    CHECK(plan.seconds_to_do(1) == 12);
    CHECK(plan.seconds_to_do(2) == 10);
    CHECK(plan.seconds_to_do(0) == 12);
}
