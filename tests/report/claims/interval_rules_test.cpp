/// Claims on the intervals of contests hold, do not, or are undecided.
#include "core/error.hpp"
#include "report/claims/rules.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Two rules put to a contest's columns as if they were published.
class IntervalBench {
  public:
    IntervalBench()
        : experiment_(experiment_from(json(R"json({"id": "toy", "title": "Toy", "tables": [
            {"id": "t", "label": "T", "measure": {"name": "curve_at"},
             "columns": [{"id": "ratio", "label": "r"}, {"id": "ratio_low", "label": "r-"},
                         {"id": "ratio_high", "label": "r+"}, {"id": "ratio_p", "label": "p"},
                         {"id": "cost_side", "label": "side"}, {"id": "error", "label": "e"},
                         {"id": "error_low", "label": "e-"}, {"id": "error_high", "label": "e+"},
                         {"id": "error_p", "label": "p"},
                         {"id": "error_side", "label": "side"}],
             "rows": [{"id": "less", "label": "less(1)"}, {"id": "more", "label": "more(1)"},
                      {"id": "unsure", "label": "unsure(1)"}, {"id": "against", "label": "against(1)"},
                      {"id": "wide", "label": "wide(1)"},
                      {"id": "never", "label": "never(1)"}, {"id": "touching", "label": "touching(1)"},
                      {"id": "missing", "label": "missing(1)"}],
             "published": [[0.5, 0.4, 0.6, 0.01, -1, 1, 0.99, 1.01, 1, 0],
                           [16.57, 6.116, 41.53, 0.02, 1, 1, 1, 1, 1, 0],
                           [0.61, 0.36, 0.92, 0.239, 0, 1.3, 1.2, 1.4, 1, 0],
                           [2, 1.5, 3, 0.2, 0, 1, 1, 1, 1, 0],
                           [0.8, 0.5, 1.2, 0.9, 0, 1.1, 0.9, 1.2, 1, 0],
                           [null, null, null, 0.01, 1, 1, 1, 1, 1, 0],
                           [0.7, 0.6, 0.9, 0.01, 1, 1, 1, 1, 1, 0],
                           [null, null, null, null, null, null, null, null, null, null]]}]})json"))),
          runs_(run_set(folder_.path() / "none")) {}
    Finding within(const char* rows, const char* others) const {
        const std::string parameters = std::string(R"({"table": "t", "rows": )") + rows + ", " + others + "}";
        return put("interval_within", parameters);
    }
    Finding apart(const char* pairs) const {
        return put("intervals_apart", std::string(R"({"table": "t", "of": "cost", "pairs": )") + pairs + "}");
    }

  private:
    Finding put(const char* rule, const std::string& parameters) const {
        return apply_rule(rule, json(parameters.c_str()),
                          Numbers{experiment_, tables_, runs_, Source::published});
    }
    TemporaryFolder folder_;
    Experiment experiment_;
    Tables tables_;
    RunSet runs_;
};

constexpr const char* kCheaper = R"("of": "cost", "high": 1)";
constexpr const char* kNotWorse = R"("of": "error", "high": 1.02, "test": false)";

}  // namespace

TEST_CASE("A claim on a contest's interval holds where interval and test are sure of it") {
    const IntervalBench bench;
    const Finding holds = bench.within(R"(["less"])", kCheaper);
    CHECK(holds.verdict == Verdict::supported);
    CHECK(holds.effect.value == 0.5);
    CHECK(holds.cases.at(0).p == 0.01);
    CHECK(bench.within(R"(["more"])", R"("of": "cost", "low": 2)").verdict == Verdict::supported);
    CHECK(bench.within(R"(["less"])", kNotWorse).verdict == Verdict::supported);
    CHECK(bench.within(R"(["less"])", kNotWorse).effect.high == 1.01);
}

TEST_CASE("It does not hold where interval and test are sure of the contrary") {
    const IntervalBench bench;
    CHECK(bench.within(R"(["more"])", kCheaper).verdict == Verdict::contradicted);
    CHECK(bench.within(R"(["unsure"])", kNotWorse).verdict == Verdict::contradicted);
    CHECK(bench.within(R"(["unsure", "more", "missing"])", kCheaper).verdict == Verdict::contradicted);
}

TEST_CASE("Else it is undecided, which is not the same as not measured") {
    const IntervalBench bench;
    for (const char* row : {R"(["unsure"])", R"(["against"])", R"(["wide"])", R"(["never"])"})
        CHECK(bench.within(row, kCheaper).verdict == Verdict::unclear);
    CHECK(bench.within(R"(["wide"])", kNotWorse).verdict == Verdict::unclear);
    // An interval's ends belong to it: 0.99 to 1.01.
    const auto touching = [&](const char* bound) {
        return bench.within(R"(["less"])", (std::string(R"("of": "error", "test": false, )") + bound).c_str())
            .verdict;
    };
    CHECK(touching(R"("low": 0.99, "high": 1.01)") == Verdict::supported);
    CHECK(touching(R"("low": 1.01)") == Verdict::unclear);
    CHECK(touching(R"("high": 0.99)") == Verdict::unclear);
    CHECK(bench.within(R"(["missing"])", kCheaper).verdict == Verdict::not_tested);
}

TEST_CASE("The sure ones among several rows count as sure, and each is shown") {
    const IntervalBench bench;
    const Finding two = bench.within(R"(["less", "unsure"])", kCheaper);
    CHECK(two.verdict == Verdict::unclear);
    CHECK(two.tally.hold() == 1);
    REQUIRE(two.cases.size() == 2);
    CHECK(two.cases[1].at == "unsure(1)");
    CHECK(two.cases[1].outcome == Outcome::undecided);
    CHECK(two.cases[1].p == 0.239);
    const Finding waiting = bench.within(R"(["less", "missing"])", kCheaper);
    CHECK(waiting.verdict == Verdict::not_tested);
    CHECK(waiting.tally.missing() == 1);
}

TEST_CASE("Two rows against one baseline differ where their intervals do not overlap") {
    const IntervalBench bench;
    CHECK(bench.apart(R"([["less", "more"]])").verdict == Verdict::supported);
    CHECK(bench.apart(R"([["more", "less"]])").verdict == Verdict::contradicted);
    const Finding overlap = bench.apart(R"([["less", "unsure"]])");
    CHECK(overlap.verdict == Verdict::unclear);
    CHECK(overlap.cases.at(1).low == 0.36);
    for (const char* pair :
         {R"([["never", "less"]])", R"([["less", "touching"]])", R"([["touching", "less"]])"})
        CHECK(bench.apart(pair).verdict == Verdict::unclear);
    CHECK(bench.apart(R"([["less", "missing"]])").verdict == Verdict::not_tested);
}

TEST_CASE("A rule on intervals names the quantities that it knows") {
    CHECK_THROWS_WITH(IntervalBench().within(R"(["less"])", R"("of": "costs", "high": 1)"),
                      Catch::Contains("cost"));
}
