/// Reference results with fitting seals that this program never wrote: what measures would stumble over is
/// named, or the measure has no value.
#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
using Catch::Contains;

namespace {

constexpr const char* kBandit = R"({"spec": {"selector": {"policy": {"name": "ucb"}},
    "booster": {"problem": "bernoulli"}}, "attributes": {"rows": 60, "classes": 3}})";

results::StoredRun stored(const std::string& header) {
    return {"odd", header, {}, {}};
}

/// Two papers: a sound run and this one.
ReferenceResults beside_sound(const results::StoredRun& run) {
    TemporaryFolder folder;
    write_reference(folder.path(), "kdd2009", {{"sound", kBandit, {}, {}}});
    write_reference(folder.path(), "opt2009", {{"first", kBandit, {}, {}}, run});
    return read_reference(folder.path());
}

double value_of(const results::StoredRun& run, const char* measure) {
    const RunSet runs(nullptr, beside_sound(run));
    for (const Run& one : runs.runs())
        if (one.id == run.id) {
            const Run* const chosen[] = {&one};
            return reduce(runs, chosen, json(measure), Value::object()).value;
        }
    FAIL("the run was refused");
    return 0;
}

}  // namespace

TEST_CASE("reference results without a specification are named, and the others are read") {
    for (const char* header : {R"({"attributes": {}})", "[", "{}"}) {
        const RunSet runs(nullptr, beside_sound(stored(header)));
        CHECK(runs.runs().size() == 2);
        REQUIRE(runs.damaged_reference().size() == 1);
        CHECK_THAT(runs.damaged_reference().front(), Contains("opt2009.h5"));
    }
}

TEST_CASE("a curve of another length than its rounds has no value, and its run is named") {
    results::StoredRun shorter = stored(kBandit);
    shorter.arrays.put("curves/round", std::vector<std::int32_t>{1, 2});
    shorter.arrays.put("curves/test_error", std::vector<float>{0.5});
    const RunSet runs(nullptr, beside_sound(shorter));
    for (const Run& run : runs.runs())
        CHECK(runs.curve(run, "test_error").empty());
    REQUIRE(runs.damaged_reference().size() == 1);
    CHECK_THAT(runs.damaged_reference().front(), Contains("odd") && Contains("lengths"));
}

TEST_CASE("measures of a run whose specification or arrays lack what they need have no value") {
    results::StoredRun run = stored(kBandit);
    const auto put = [&run](const char* name, std::vector<double> values) {
        run.arrays.put(name, std::move(values));
    };
    const char* bound = R"({"name": "regret", "kind": "pseudo", "over": "bound"})";
    for (const char* name : {"curves/regret/samples", "curves/regret/expected", "curves/regret/chosen_total"})
        put(name, {9});
    put("curves/regret/last_arm_totals", {5, 7});
    CHECK(value_of(run, R"({"name": "regret", "kind": "pseudo"})") == -2);
    CHECK(std::isnan(value_of(run, bound)));
    for (const char* policy :
         {R"({"name": "exp3"})", R"({"name": "exp3_p"})", R"({"name": "ucb", "exploration": 2})"}) {
        run.header = std::string(R"({"attributes": {}, "spec": {"booster": {"problem": "bernoulli",
            "means": []}, "selector": {"policy": )") +
                     policy + "}}}";
        CHECK(std::isnan(value_of(run, bound)));
    }
    put("curves/regret/samples", {-1});
    CHECK(std::isnan(value_of(run, bound)));

    run.header = kBandit;
    CHECK(std::isnan(value_of(run, R"({"name": "theorem_rounds", "rho": 0.1, "delta": 0.1})")));
    put("summary/edges/round", {1});
    put("summary/edges/minimum", {0.5});
    put("curves/train/round", {1});
    put("curves/train/error", {0});
    CHECK(std::isnan(value_of(run, R"({"name": "zero_error_over_measured_bound"})")));  // no curves/edge
    put("curves/round", {1});
    put("curves/edge", {0.5});
    run.header = R"({"spec": {}, "attributes": {"rows": -5, "classes": 3}})";
    CHECK(std::isnan(value_of(run, R"({"name": "zero_error_over_measured_bound"})")));
    put("summary/test_error", {0.5, 0.1, 0.4});
    CHECK(std::isnan(value_of(run, R"({"name": "asymptotic_over_minimum"})")));
}

TEST_CASE("an ROC curve that does not begin at infinity is read from its first corner") {
    results::StoredRun run = stored(kBandit);
    for (const std::string part : {"curves/roc/validation/", "curves/roc/test/"}) {
        run.arrays.put(part + "false_positive_rate", std::vector<float>{0.25, 1});
        run.arrays.put(part + "true_positive_rate", std::vector<float>{0.75, 1});
        run.arrays.put(part + "threshold", std::vector<float>{part.ends_with("test/") ? 0.25F : 0.5F, 0});
    }
    CHECK(value_of(run, R"({"name": "tuned_balanced_accuracy", "part": "test"})") == 0.75);
}
