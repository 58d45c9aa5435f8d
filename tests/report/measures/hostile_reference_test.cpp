/// Reference results with a fitting seal that this program never wrote: what measures would stumble over is
/// refused when it is read, or the measure has no value.
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
using Catch::Contains;

namespace {

constexpr const char* kBandit = R"({"spec": {"selector": {"policy": {"name": "ucb"}},
    "booster": {"problem": "bernoulli"}}, "attributes": {"rows": 60, "classes": 3}})";

results::StoredReference stored(const std::string& id, const std::string& document) {
    return {id, json(document.c_str()), {}};
}

/// A folder of two papers: a sound run and this one.
ReferenceResults beside_sound(const results::StoredReference& run) {
    TemporaryFolder folder;
    results::write_reference_file(folder.path(), {"kdd2009", {stored("sound", kBandit)}});
    results::write_reference_file(folder.path(), {"opt2009", {stored("first", kBandit), run}});
    return read_reference(folder.path());
}

void check_refused(const results::StoredReference& run, const std::string& why) {
    const ReferenceResults read = beside_sound(run);
    REQUIRE(read.runs.size() == 1);
    CHECK(read.runs.front()->run.id == "sound");
    REQUIRE(read.damaged.size() == 1);
    CHECK_THAT(read.damaged.front(), Contains("opt2009.h5'") && Contains("odd") && Contains(why));
}

double value_of(const results::StoredReference& run, const char* measure) {
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

TEST_CASE("reference results that are no curves are named, and the other papers' are read") {
    check_refused(stored("odd", R"({"spec": 1, "attributes": {}})"), "object");
    check_refused(stored("odd", R"({"attributes": {}})"), "spec");
    results::StoredReference shorter = stored("odd", kBandit);
    shorter.arrays["kept/round"] = {1, 2};
    shorter.arrays["kept/edge"] = {0.5};
    check_refused(shorter, "'kept/edge' has 1 values at 2 rounds");
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double round : {-1.0, 0.5, std::nan(""), kInfinity, 1e300}) {
        results::StoredReference run = stored("odd", kBandit);
        run.arrays["train/round"] = {round};
        check_refused(run, "'train/round' are not ascending rounds");
    }
    results::StoredReference falling = stored("odd", kBandit);
    falling.arrays["kept/round"] = {2, 1};
    check_refused(falling, "not ascending");
}

TEST_CASE("drawn curves whose names are not those of curves are refused") {
    for (const char* name : {"drawn/x", "drawn/x/y"}) {
        results::StoredReference run =
            stored("odd", R"({"measures_only": true, "measures": [], "spec": {}, "attributes": {}})");
        run.arrays[name] = {1, 2};
        check_refused(run, "names no curve");
    }
}

TEST_CASE("measures of a run whose specification or arrays lack what they need have no value") {
    results::StoredReference run = stored("odd", kBandit);
    const char* bound = R"({"name": "regret", "kind": "pseudo", "over": "bound"})";
    run.arrays["regret/samples"] = run.arrays["regret/expected"] = run.arrays["regret/chosen_total"] = {9};
    run.arrays["regret/last_arm_totals"] = {5, 7};
    CHECK(value_of(run, R"({"name": "regret", "kind": "pseudo"})") == -2);
    CHECK(std::isnan(value_of(run, bound)));
    for (const char* policy :
         {R"({"name": "exp3"})", R"({"name": "exp3_p"})", R"({"name": "ucb", "exploration": 2})"}) {
        run.document =
            config::parse_json(std::string(R"({"attributes": {}, "spec": {"booster": {"problem": "bernoulli",
            "means": []}, "selector": {"policy": )") +
                               policy + "}}}");
        CHECK(std::isnan(value_of(run, bound)));
    }
    run.arrays["regret/samples"] = {-1};
    CHECK(std::isnan(value_of(run, bound)));

    run.document = json(kBandit);
    CHECK(std::isnan(value_of(run, R"({"name": "theorem_rounds", "rho": 0.1, "delta": 0.1})")));
    run.arrays["edges/round"] = run.arrays["train/round"] = {1};
    run.arrays["edges/minimum"] = {0.5};
    run.arrays["train/error"] = {0};
    CHECK(std::isnan(value_of(run, R"({"name": "zero_error_over_measured_bound"})")));  // no kept/edge
    run.arrays["kept/round"] = {1};
    run.arrays["kept/edge"] = {0.5};
    run.document = json(R"({"spec": {}, "attributes": {"rows": -5, "classes": 3}})");
    CHECK(std::isnan(value_of(run, R"({"name": "zero_error_over_measured_bound"})")));
    run.arrays["end/test_error"] = {0.5, 0.1, 0.4};
    CHECK(std::isnan(value_of(run, R"({"name": "asymptotic_over_minimum"})")));
}

TEST_CASE("an ROC curve that does not begin at infinity is read from its first corner") {
    results::StoredReference run = stored("odd", kBandit);
    for (const char* part : {"roc/validation/", "roc/test/"}) {
        run.arrays[std::string(part) + "false_positive_rate"] = {0.25, 1};
        run.arrays[std::string(part) + "true_positive_rate"] = {0.75, 1};
        run.arrays[std::string(part) + "threshold"] = {0.5, 0};
    }
    run.arrays["roc/test/threshold"] = {0.25, 0};
    CHECK(value_of(run, R"({"name": "tuned_balanced_accuracy", "part": "test"})") == 0.75);
}
