#include "report/pages/kept_measures.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost::report;

TEST_CASE("Kept measures stand once each, in the order of their numbers") {
    KeptMeasures run;
    const auto keep = [&](const std::string& measure, double value, const std::string& query = "{}") {
        KeptMeasure kept;
        kept.value = value;
        run.measures[R"({"measure": )" + measure + R"(, "query": )" + query + "}"] = kept;
    };
    keep(R"({"name": "trial_error", "at": 10, "scale": 100})", 0.2);
    keep(R"({"name": "trial_error", "at": 2})", 0.4);
    keep(R"({"name": "trial_error", "at": 10})", 0.2, R"({"seed": 1})");
    keep(R"({"name": "final_error", "of": "test_error"})", 0.1);
    keep(R"({"name": "never_reached"})", std::numeric_limits<double>::infinity());
    // The same name for something else: both stay.
    keep(R"({"name": "final_error", "of": "test_error", "against": {"seed": 1}})", 0.3);
    using Lines = std::vector<std::pair<std::string, double>>;
    CHECK(kept_measures(run) == Lines{{"final error, of test error", 0.3},
                                      {"final error, of test error", 0.1},
                                      {"trial error, at 2", 0.4},
                                      {"trial error, at 10", 0.2}});
}
