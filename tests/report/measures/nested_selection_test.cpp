#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/selection.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// A run of a policy with one parameter, whose validation and test error are what they are told.
void add(results::Store& store, const std::string& policy, double parameter, std::int64_t split,
         double validation, double test, const std::string& dataset = "letter", std::int64_t seed = 1) {
    FakeRun fake;
    fake.dataset = dataset;
    fake.split = split;
    fake.seed = seed;
    Value options = Value::object(), selector = Value::object();
    options.set("name", policy).set("parameter", parameter);
    fake.selector = selector.set("name", "bandit").set("policy", options).set("k", 1);
    fake.errors = std::vector<double>(10, test);
    results::RunRecord record = record_of(fake);
    record.curves.put("validation_error", std::vector<double>(10, validation));
    store.write(record);
}

std::vector<TunedMethod> tuned_of(const RunSet& runs) {
    std::vector<const Run*> all;
    for (const Run& run : runs.runs())
        all.push_back(&run);
    return select_nested(runs, all);
}

}  // namespace

TEST_CASE("on each split validation chooses and the test rows judge, method by method") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    // Split 1: 0.5 is best by validation, though 2 is better on the test rows. Split 2: 2 is.
    add(store, "ucb", 0.5, 1, 0.10, 0.30);
    add(store, "ucb", 2, 1, 0.20, 0.05);
    add(store, "ucb", 0.5, 2, 0.30, 0.90);
    add(store, "ucb", 2, 2, 0.20, 0.10);
    add(store, "ts_beta", 1, 1, 0.50, 0.25);
    add(store, "ts_beta", 1, 2, 0.50, 0.15);
    const RunSet runs = run_set(folder.path());
    const std::vector<TunedMethod> tuned = tuned_of(runs);
    REQUIRE(tuned.size() == 2);
    CHECK(tuned[0].method == "ts_beta");
    CHECK(tuned[0].splits.front().values == Value::object());
    const TunedMethod& ucb = tuned[1];
    CHECK(ucb.method == "ucb");
    REQUIRE(ucb.splits.size() == 2);
    CHECK(ucb.splits[0].values == json_object({{"selector.policy.parameter", 0.5}}));
    CHECK(ucb.splits[0].candidates == 2);
    CHECK(ucb.splits[0].validation_error == Approx(0.10));
    CHECK(ucb.splits[0].test_error == Approx(0.30));
    CHECK(ucb.splits[1].values == json_object({{"selector.policy.parameter", 2.0}}));
    CHECK(ucb.mean_test_error() == Approx(0.20));

    const TunedComparison against = compare_tuned(tuned, "ucb");
    REQUIRE(against.rivals.size() == 1);
    CHECK(against.rivals.front().method == "ts_beta");
    CHECK(against.sets == 1);
    CHECK(against.fewest_splits == 2);
    CHECK(against.rivals.front().difference.mean == Approx(0.0).margin(1e-9));
    CHECK(compare_tuned(tuned, "").baseline == "ts_beta");
    CHECK_THROWS_WITH(compare_tuned(tuned, "ucv"), Catch::Contains("did you mean 'ucb'"));
}

TEST_CASE("options that only some methods have, all alike, are no part of a method's name") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const std::int64_t k : {0, 1, 3}) {  // 0: full
        FakeRun fake;
        if (k > 0) fake.selector = selector_ucb(k).set("reward", "sqrt").set("siblings", "share");
        fake.errors = std::vector<double>(10, 0.1);
        results::RunRecord record = record_of(fake);
        record.curves.put("validation_error", std::vector<double>(10, 0.1));
        store.write(record);
    }
    const std::vector<TunedMethod> tuned = tuned_of(run_set(folder.path()));
    REQUIRE(tuned.size() == 2);
    CHECK(tuned[0].method == "full");
    CHECK(tuned[1].method == "ucb");
    CHECK(tuned[1].splits.front().candidates == 2);
}

TEST_CASE("a candidate's errors are means over the selector's seeds") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    add(store, "ucb", 1, 1, 0.1, 0.2, "letter", 1);
    add(store, "ucb", 1, 1, 0.5, 0.4, "letter", 2);
    add(store, "ucb", 2, 1, 0.2, 0.6, "letter", 1);
    add(store, "ucb", 2, 1, 0.2, 0.8, "letter", 2);
    const RunSet runs = run_set(folder.path());
    const ChosenOnSplit chosen = tuned_of(runs).at(0).splits.at(0);
    CHECK(chosen.values == json_object({{"selector.policy.parameter", 2.0}}));
    CHECK(chosen.test_error == Approx(0.7));
}

TEST_CASE("of equal validation errors the smallest number is chosen, as without nesting") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    add(store, "ucb", 10, 1, 0.2, 0.3);
    add(store, "ucb", 2, 1, 0.2, 0.4);
    const RunSet runs = run_set(folder.path());
    CHECK(tuned_of(runs).at(0).splits.at(0).values == json_object({{"selector.policy.parameter", 2.0}}));
}

TEST_CASE("tuned methods are compared on the data sets and splits that all have") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const char* dataset : {"letter", "usps"})
        for (const std::int64_t split : {1, 2, 3}) {
            for (const char* alike : {"ucb", "moss"})
                add(store, alike, 1, split, 0.2, 0.20 + 0.01 * static_cast<double>(split), dataset);
            if (split < (dataset == std::string("usps") ? 2 : 3))
                add(store, "ts_beta", 1, split, 0.2, 0.15 + 0.01 * static_cast<double>(split), dataset);
        }
    add(store, "ucb", 1, 1, 0.2, 0.9, "isolet");
    const RunSet runs = run_set(folder.path());
    const TunedComparison against = compare_tuned(tuned_of(runs), "ucb");
    CHECK(against.sets == 2);
    CHECK(against.left_out == std::set<std::string>{"isolet"});
    CHECK(against.fewest_splits == 1);
    REQUIRE(against.rivals.size() == 2);
    CHECK(against.rivals[0].method == "moss");
    CHECK(against.rivals[0].ties == 2);
    CHECK(against.rivals[0].wins + against.rivals[0].losses == 0);
    const TunedRival& rival = against.rivals[1];
    CHECK(rival.ties + rival.losses == 0);
    CHECK(rival.difference.mean == Approx(-5));
    CHECK(rival.difference.high == Approx(-5));
    CHECK(rival.wins == 2);
    CHECK(rival.signed_rank_p == Approx(0.5));  // of two sets no difference can be significant
    CHECK_THROWS_AS(compare_tuned(std::vector<TunedMethod>{}, ""), UsageError);
}
