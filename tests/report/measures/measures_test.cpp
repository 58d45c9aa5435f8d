#include "report/measures/measures.hpp"

#include "core/error.hpp"
#include "metrics/curves.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// FULL ends at 0.10, UCB(1) falls below 0.12 at once at its fifth round.
void two_runs(const std::filesystem::path& folder) {
    FakeRun full;
    full.errors = {0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    full.features = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0};
    full.edges = std::vector<double>(10, 0.5);
    FakeRun ucb = full;
    ucb.selector = selector_ucb(1);
    ucb.errors = {0.3, 0.2, 0.2, 0.2, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04};
    ucb.seconds_a_round = 0.1;
    ucb.work_a_round = 7;
    fill(folder, {full, ucb});
}

Measurement measure(const RunSet& runs, const Value& query, const char* text) {
    const Choice choice = choose_runs(runs, query, std::nullopt, false);
    return reduce(runs, choice.runs, json(text), query);
}

}  // namespace

TEST_CASE("Asymptotic error is the mean over the last fifth of the rounds") {
    TemporaryFolder folder;
    FakeRun run;
    run.errors = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.3, 0.1, 0.2};  // 4T/5 = 8: rounds 8, 9, 10
    fill(folder.path(), {run});
    const RunSet runs = run_set(folder.path());
    const Measurement r = measure(runs, Value(), R"({"name": "asymptotic_error"})");
    CHECK(r.value == Approx(0.2));
    CHECK(r.spread == Approx(0.1));
    CHECK(std::isnan(r.sd));
    CHECK(r.count == 1);
}

TEST_CASE("The value over seeds is their mean, with the standard deviation between them") {
    TemporaryFolder folder;
    FakeRun a;
    a.errors = std::vector<double>(10, 0.10);
    FakeRun b = a;
    b.seed = 2;
    b.errors = std::vector<double>(10, 0.14);
    fill(folder.path(), {a, b});
    const RunSet runs = run_set(folder.path());
    const Measurement r = measure(runs, Value(), R"({"name": "asymptotic_error"})");
    CHECK(r.value == Approx(0.12));
    CHECK(r.sd == Approx(0.02 * std::sqrt(2.0)));
    CHECK(r.spread == Approx(0).margin(1e-15));
    CHECK(r.count == 2);
}

TEST_CASE("A run stored before an option was there joins those that have it at its default") {
    TemporaryFolder folder;
    FakeRun second;
    second.seed = 2;
    results::RunRecord newer = record_of(second);
    newer.spec.find("dataset")->set("split", "published");
    {
        results::Store store(folder.path());
        store.write(record_of(FakeRun()));
        store.write(newer);
    }
    const RunSet runs = run_set(folder.path());
    const Choice choice = choose_runs(runs, Value(), std::nullopt, false);
    CHECK(choice.runs.size() == 2);
    CHECK(choice.others.empty());
}

TEST_CASE("Cost to reach looks up the smoothed curve against the reference's asymptotic error") {
    TemporaryFolder folder;
    two_runs(folder.path());
    const RunSet runs = run_set(folder.path());
    const Value ucb = json(R"({"dataset.name": "letter", "selector.name": "bandit", "selector.k": 1})");
    // Target 1.2 × 0.1. Smoothed UCB: round 5 the mean of rounds 4, 5 = 0.12; round 4 still 0.2.
    const auto cost = [&](const char* name) {
        return measure(
                   runs, ucb,
                   (R"({"name": "cost_to_reach", "factor": 1.2001, "reference": {"selector.name": "full"}, "cost": ")" +
                    std::string(name) + "\"}")
                       .c_str())
            .value;
    };
    CHECK(cost("round") == 5);
    CHECK(cost("work") == 35);
    CHECK(cost("train_cpu_seconds") == Approx(0.5));
    const Measurement never = measure(
        runs, json(R"({"selector.name": "full"})"),
        R"({"name": "cost_to_reach", "cost": "work", "factor": 0.5, "reference": {"selector.name": "full"}})");
    CHECK(std::isinf(never.value));
}

TEST_CASE("Without a run of the reference a cost to reach has no value and says why") {
    TemporaryFolder folder;
    FakeRun run;
    run.selector = selector_random(1);
    run.errors = std::vector<double>(10, 0.1);
    fill(folder.path(), {run});
    const RunSet runs = run_set(folder.path());
    const Measurement r =
        measure(runs, Value::object(),
                R"({"name": "cost_to_reach", "factor": 1.2, "reference": {"selector.name": "full"}})");
    CHECK(std::isnan(r.value));
    CHECK(r.missing == "no run of the reference");
}

TEST_CASE("A ratio of last errors is of runs of as many rounds, or there is none") {
    TemporaryFolder folder;
    FakeRun full, longer, random;
    full.errors = std::vector<double>(10, 0.3);
    random.selector = selector_random(1);
    random.errors = std::vector<double>(10, 0.2);
    longer = random;
    longer.selector = selector_random(5);
    longer.rounds = 20;
    longer.errors = std::vector<double>(20, 0.1);
    fill(folder.path(), {full, longer, random});
    const RunSet runs = run_set(folder.path());
    const auto ratio = [&](const char* query) {
        return measure(runs, json(query),
                       R"({"name": "error_ratio", "reference": {"selector.name": "full"}})");
    };
    CHECK(ratio(R"({"selector.name": "random", "selector.k": 1})").value == Approx(1.5));
    const Measurement none = ratio(R"({"selector.name": "random", "selector.k": 5})");
    CHECK(std::isnan(none.value));
    CHECK(none.missing == "no run of the reference of as many rounds");
}

TEST_CASE("Feature frequency counts rounds") {
    TemporaryFolder folder;
    two_runs(folder.path());
    const RunSet runs = run_set(folder.path());
    CHECK(
        measure(runs, json(R"({"selector.name": "full"})"), R"({"name": "feature_frequency", "feature": 0})")
            .value == Approx(0.8));
}

TEST_CASE("The loss identity gap of exact losses is zero") {
    TemporaryFolder folder;
    two_runs(folder.path());
    const RunSet runs = run_set(folder.path());
    CHECK(measure(runs, json(R"({"selector.name": "full"})"), R"({"name": "loss_identity_gap"})").value <
          1e-12);
}

TEST_CASE("A loss on a coarser cadence is found in the table of its part") {
    TemporaryFolder folder;
    FakeRun run;
    run.errors = {0.5, 0.4, 0.3, 0.2};
    results::RunRecord record = record_of(run);
    record.curves.put("train/round", std::vector<std::uint64_t>{1, 4});
    record.curves.put("train/error", std::vector<double>{0.25, 0.0});
    results::Store(folder.path()).write(record);
    const RunSet runs = run_set(folder.path());
    CHECK(measure(runs, Value(), R"({"name": "rounds_to_zero_training_error"})").value == 4);
}

TEST_CASE("Unknown measures are refused with the nearest name") {
    CHECK_THROWS_WITH(find_measure("asymptotic_eror"), Catch::Contains("asymptotic_error"));
}

TEST_CASE("Runs of other settings are never averaged into one cell") {
    TemporaryFolder folder;
    FakeRun a;
    a.errors = std::vector<double>(10, 0.1);
    FakeRun longer = a;
    longer.rounds = 20;
    longer.errors = std::vector<double>(20, 0.2);
    fill(folder.path(), {a, longer});
    const RunSet runs = run_set(folder.path());
    CHECK(choose_runs(runs, Value(), std::nullopt, false).rounds == 20);
    CHECK(choose_runs(runs, Value(), 10, false).rounds == 10);
    CHECK(choose_runs(runs, Value(), 10, false).others.empty());
    CHECK(choose_runs(runs, json(R"({"dataset.name": "usps"})"), 10, false).empty());
}

TEST_CASE("A pinned run is preferred for seconds, and one run a seed is kept") {
    TemporaryFolder folder;
    FakeRun a;
    a.errors = std::vector<double>(10, 0.1);
    FakeRun timed = a;
    timed.timing = "timing";
    FakeRun other = a;  // of a seed without a pinned run: left out where there is a pinned one
    other.seed = 2;
    fill(folder.path(), {a, timed, other});
    const RunSet runs = run_set(folder.path());
    REQUIRE(choose_runs(runs, Value(), 10, true).runs.size() == 1);
    CHECK(choose_runs(runs, Value(), 10, true).runs[0]->timed());
    CHECK(choose_runs(runs, Value(), 10, false).runs.size() == 2);
}

TEST_CASE("Each measure of one run, by hand") {
    const auto taken = [](int classes, const char* text) {
        FakeRun fake;
        fake.rounds = 10;
        fake.errors = {0.5, 0.4, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2};
        fake.edges = std::vector<double>(10, 0.5);
        results::RunRecord record = record_of(fake);
        record.attributes.set("classes", classes);
        record.curves.put("train/round", std::vector<std::uint64_t>{1, 4});
        record.curves.put("train/error", std::vector<double>{0.25, 0});
        record.curves.put("test_auc", std::vector<double>{0.5, 0.6, 0.7, 0.8, 0.8, 0.7, 0.7, 0.7, 0.7, 0.7});
        record.summary = metrics::summary_of(record.curves);
        TemporaryFolder folder;
        results::Store(folder.path()).write(record);
        return measure(run_set(folder.path()), Value(), text).value;
    };
    const auto close = [](double value) { return Approx(value).epsilon(1e-9); };
    CHECK(taken(26, R"({"name": "error_count"})") == close(0.2 * 200));
    CHECK(taken(26, R"({"name": "curve_at", "round": 3})") == 0.1);
    CHECK(std::isnan(taken(26, R"({"name": "curve_at", "round": 0})")));
    CHECK(std::isnan(taken(26, R"({"name": "curve_at", "round": 11})")));
    CHECK(taken(26, R"({"name": "asymptotic_over_minimum"})") == close(2));
    CHECK(taken(26, R"({"name": "last_of", "array": "edge"})") == 0.5);
    CHECK(taken(26, R"({"name": "attribute", "attribute": "rows"})") == 1000);
    CHECK(taken(26, R"({"name": "chosen_hyperparameter", "field": "booster.rounds"})") == 10);
    CHECK(taken(26, R"({"name": "best_round_share"})") == close(0.4));
    // n = 1000 rows: 2 ln(n sqrt(K - 1)) / rho², for two classes 2 ln(n) / rho².
    const char* const over_bound = R"({"name": "zero_error_over_bound", "rho": 0.5})";
    CHECK(taken(26, over_bound) == close(4 / (8 * std::log(5000.0))));
    CHECK(taken(2, over_bound) == close(4 / (8 * std::log(1000.0))));
    // R_e = sqrt(1 - 0.5²) after the first round, when a quarter is wrong.
    const double share = 0.25 / std::sqrt(0.75);
    CHECK(taken(26, R"({"name": "training_error_over_bound"})") == close(share / 5));
    CHECK(taken(26, R"({"name": "training_error_over_bound", "uniform": true})") == close(share / 26));
    for (const int classes : {1, 2})
        CHECK(taken(classes, R"({"name": "training_error_over_bound", "uniform": true})") == close(share));
}
