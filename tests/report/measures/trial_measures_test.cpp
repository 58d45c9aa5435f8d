/// Measures over the trials inside a budgeted run's file.
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Three trials at budgets 2, 4, 6.
results::RunRecord trials_of(const std::string& booster, const std::vector<double>& errors,
                             std::int64_t count = 3, std::int64_t rounds = 500) {
    FakeRun fake;
    fake.dataset = "heart-pool";
    fake.seed = static_cast<std::int64_t>(booster.size());
    fake.rounds = count * 1000 + rounds;  // another id
    results::RunRecord record = record_of(fake);
    Value options = Value::object();
    options.set("name", booster).set("rounds", rounds).set("trials", json_object({{"count", count}}));
    *record.spec.find("booster") = options;
    record.curves.put("trials/budget", std::vector<double>{2, 4, 6});
    record.curves.put_shaped("trials/test_error", errors, {errors.size() / 3, 3});
    record.curves.put("trials/spent", std::vector<double>{1.5, 0.5, 4});
    record.curves.put("trials/four", std::vector<double>{4, 1, 2, 3});
    record.curves.put("trials/dearest_round", std::vector<double>{3, 0, 5});
    return record;
}

RunSet stored_trials(const std::filesystem::path& folder, const std::vector<results::RunRecord>& records) {
    results::Store store(folder);
    for (const results::RunRecord& record : records)
        store.write(record);
    return run_set(folder);
}

Measurement trial_measure(const RunSet& runs, const char* booster, const char* text) {
    const Value query = json_object({{"booster.name", booster}});
    const Choice choice = choose_runs(runs, query, std::nullopt, false);
    return reduce(runs, choice.runs, json(text), query);
}

}  // namespace

TEST_CASE("a trial counts as a run: mean and deviation are over trials") {
    TemporaryFolder folder;
    const RunSet runs = stored_trials(
        folder.path(), {trials_of("speedboost", {0.3, 0.2, 0.1, 0.4, 0.2, 0.1, 0.5, 0.2, 0.1})});
    const Measurement at_2 = trial_measure(runs, "speedboost", R"({"name": "trial_error", "at": 2})");
    CHECK(at_2.value == Approx(0.4));
    CHECK(at_2.sd == Approx(0.1));
    CHECK(at_2.count == 3);
    CHECK(trial_measure(runs, "speedboost", R"({"name": "trial_error", "grid": "budget", "at": 6})").value ==
          Approx(0.1));
    CHECK(std::isnan(trial_measure(runs, "speedboost", R"({"name": "trial_error", "at": 5})").value));
    CHECK(std::isnan(
        trial_measure(runs, "speedboost", R"({"name": "trial_error", "grid": "nodes", "at": 2})").value));
}

TEST_CASE("numbers of trials are pooled, or reduced within the run") {
    TemporaryFolder folder;
    const RunSet runs = stored_trials(folder.path(), {trials_of("speedboost", std::vector<double>(9, 0.1))});
    CHECK(trial_measure(runs, "speedboost", R"({"name": "trial_number", "array": "spent"})").value ==
          Approx(2));
    CHECK(trial_measure(runs, "speedboost", R"({"name": "trial_number", "array": "spent", "reduce": "max"})")
              .value == 4);
    CHECK(
        trial_measure(runs, "speedboost", R"({"name": "trial_number", "array": "spent", "reduce": "median"})")
            .value == 1.5);
    CHECK(
        trial_measure(runs, "speedboost", R"({"name": "trial_number", "array": "spent", "reduce": "count"})")
            .value == 3);
    // The median of an even count is the mean of the two in the middle.
    const char* median = R"({"name": "trial_number", "array": "four", "reduce": "median"})";
    CHECK(trial_measure(runs, "speedboost", median).value == Approx(2.5));
    const char* never =
        R"({"name": "trial_number", "array": "dearest_round", "zero_as_never": true, "reduce": "max"})";
    CHECK(std::isinf(trial_measure(runs, "speedboost", never).value));
    CHECK_THROWS(
        trial_measure(runs, "speedboost", R"({"name": "trial_number", "array": "spent", "reduce": "mode"})"));
}

TEST_CASE("the budget to reach is the first at which the mean error is the reference's least") {
    TemporaryFolder folder;
    const RunSet runs =
        stored_trials(folder.path(), {trials_of("adaboost_bt", {0.5, 0.4, 0.3, 0.5, 0.4, 0.3}),
                                      trials_of("adaboost_bt_smoothed", {0.6, 0.2, 0.1, 0.4, 0.3, 0.1}),
                                      trials_of("adaboost_bt_greedy", std::vector<double>(9, 0.35))});
    const char* reach = R"({"name": "trial_budget_to_reach", "reference": {"booster.name": "adaboost_bt"}})";
    CHECK(trial_measure(runs, "adaboost_bt", reach).value == 6);
    CHECK(trial_measure(runs, "adaboost_bt_smoothed", reach).value == 4);
    CHECK(std::isinf(trial_measure(runs, "adaboost_bt_greedy", reach).value));
}

TEST_CASE(
    "of runs that differ in the number of trials the larger is taken, of other rounds it is not averaged") {
    TemporaryFolder folder;
    const RunSet runs =
        stored_trials(folder.path(), {trials_of("adaboost_rs", std::vector<double>(9, 0.1), 3),
                                      trials_of("adaboost_rs", std::vector<double>(30, 0.2), 10)});
    const Choice choice =
        choose_runs(runs, json_object({{"booster.name", "adaboost_rs"}}), std::nullopt, false);
    CHECK(choice.rounds == 10);
    CHECK(choice.runs.size() == 1);
    CHECK(choice.others.empty());
    TemporaryFolder other;
    const RunSet two =
        stored_trials(other.path(), {trials_of("adaboost_rs", std::vector<double>(9, 0.1), 3, 15),
                                     trials_of("adaboost_rs", std::vector<double>(9, 0.2), 3, 500)});
    const Choice one = choose_runs(two, json_object({{"booster.name", "adaboost_rs"}}), std::nullopt, false);
    CHECK(one.runs.size() == 1);
    CHECK_FALSE(one.others.empty());
}
