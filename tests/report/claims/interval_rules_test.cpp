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
                      {"id": "never", "label": "never(1)"}, {"id": "missing", "label": "missing(1)"}],
             "published": [[0.5, 0.4, 0.6, 0.01, -1, 1, 0.99, 1.01, 1, 0],
                           [16.57, 6.116, 41.53, 0.02, 1, 1, 1, 1, 1, 0],
                           [0.61, 0.36, 0.92, 0.239, 0, 1.3, 1.2, 1.4, 1, 0],
                           [2, 1.5, 3, 0.2, 0, 1, 1, 1, 1, 0],
                           [0.8, 0.5, 1.2, 0.9, 0, 1.1, 0.9, 1.2, 1, 0],
                           [null, null, null, 0.01, 1, 1, 1, 1, 1, 0],
                           [null, null, null, null, null, null, null, null, null, null]]}]})json"))),
          runs_(run_set(folder_.path() / "none")) {}
    Finding within(const char* rows, const char* others) const {
        const std::string parameters = std::string(R"({"table": "t", "rows": )") + rows + ", " + others + "}";
        return put(interval_within, parameters);
    }
    Finding apart(const char* pairs) const {
        return put(intervals_apart, std::string(R"({"table": "t", "of": "cost", "pairs": )") + pairs + "}");
    }

  private:
    Finding put(Rule rule, const std::string& parameters) const {
        return rule(json(parameters.c_str()), Numbers(experiment_, tables_, runs_, Source::published));
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
    CHECK(holds.evidence == "less(1), ratio of the cost: 0.50 [0.40, 0.60], p = 0.010; expected at most 1");
    CHECK(bench.within(R"(["more"])", R"("of": "cost", "low": 2)").verdict == Verdict::supported);
    CHECK(bench.within(R"(["less"])", kNotWorse).verdict == Verdict::supported);
    CHECK(bench.within(R"(["less"])", kNotWorse).evidence ==
          "less(1), ratio of the errors at equal work: 1.00 [0.99, 1.01]; expected at most 1.02");
}

TEST_CASE("It does not hold where interval and test are sure of the contrary") {
    const IntervalBench bench;
    const Finding refuted = bench.within(R"(["more"])", kCheaper);
    CHECK(refuted.verdict == Verdict::contradicted);
    CHECK(refuted.evidence == "more(1), ratio of the cost: 16.6 [6.12, 41.5], p = 0.020; expected at most 1");
    CHECK(bench.within(R"(["unsure"])", kNotWorse).verdict == Verdict::contradicted);
    CHECK(bench.within(R"(["unsure", "more", "missing"])", kCheaper).verdict == Verdict::contradicted);
}

TEST_CASE("Else it is undecided, which is not the same as not measured") {
    const IntervalBench bench;
    const Finding unsure = bench.within(R"(["unsure"])", kCheaper);
    CHECK(unsure.verdict == Verdict::unclear);
    CHECK_THAT(unsure.evidence,
               Catch::EndsWith("0.61 [0.36, 0.92], p = 0.239; expected at most 1; the interval "
                               "agrees, the test over the data sets leaves it open"));
    CHECK(bench.within(R"(["against"])", kCheaper).verdict == Verdict::unclear);
    CHECK_THAT(bench.within(R"(["against"])", kCheaper).evidence,
               Catch::Contains("the interval contradicts"));
    CHECK(bench.within(R"(["wide"])", kCheaper).verdict == Verdict::unclear);
    CHECK_THAT(bench.within(R"(["wide"])", kCheaper).evidence,
               Catch::EndsWith("; the interval leaves it open"));
    CHECK(bench.within(R"(["wide"])", kNotWorse).verdict == Verdict::unclear);
    CHECK(bench.within(R"(["never"])", kCheaper).verdict == Verdict::unclear);
    CHECK(bench.within(R"(["missing"])", kCheaper).verdict == Verdict::not_tested);
}

TEST_CASE("Of several rows the evidence counts the sure ones as sure, and shows each") {
    const IntervalBench bench;
    const Finding two = bench.within(R"(["less", "unsure"])", kCheaper);
    CHECK(two.verdict == Verdict::unclear);
    CHECK(
        two.evidence ==
        "ratio of the cost: surely at most 1 for 1 of 2, surely not for 0; less(1) 0.50 [0.40, 0.60], p = 0.010; "
        "unsure(1) 0.61 [0.36, 0.92], p = 0.239");
    const Finding waiting = bench.within(R"(["less", "missing"])", kCheaper);
    CHECK(waiting.verdict == Verdict::not_tested);
    CHECK_THAT(waiting.evidence, Catch::Contains("for 1 of 1, surely not for 0; 1 of 2 missing; less(1)"));
}

TEST_CASE("Two rows against one baseline differ where their intervals do not overlap") {
    const IntervalBench bench;
    CHECK(bench.apart(R"([["less", "more"]])").verdict == Verdict::supported);
    CHECK(bench.apart(R"([["more", "less"]])").verdict == Verdict::contradicted);
    const Finding overlap = bench.apart(R"([["less", "unsure"]])");
    CHECK(overlap.verdict == Verdict::unclear);
    CHECK(overlap.evidence ==
          "ratio of the cost; less(1) 0.50 [0.40, 0.60], unsure(1) 0.61 [0.36, 0.92]: the "
          "intervals overlap");
    CHECK(bench.apart(R"([["never", "less"]])").verdict == Verdict::unclear);
    CHECK(bench.apart(R"([["less", "missing"]])").verdict == Verdict::not_tested);
}

TEST_CASE("A rule on intervals names the quantities that it knows") {
    CHECK_THROWS_WITH(IntervalBench().within(R"(["less"])", R"("of": "costs", "high": 1)"),
                      Catch::Contains("cost"));
}
