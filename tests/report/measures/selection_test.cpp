#include "report/measures/selection.hpp"

#include "config/json.hpp"
#include "metrics/curves.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// A tree of `size` leaves with a validation error that ends where it says; or a learner of this name that
/// only another version knows, with its size as a number or, from 20 on, as a text.
void add_tree(results::Store& store, const std::string& dataset, std::int64_t size, std::int64_t seed,
              double ends_at, const char* name = "tree") {
    FakeRun fake;
    fake.dataset = dataset;
    fake.seed = seed;
    fake.learner = "tree";
    fake.rounds = 20;
    fake.errors = std::vector<double>(20, 0.9);  // of the test set: must decide nothing
    fake.errors.back() = 0.01 * static_cast<double>(size);
    results::RunRecord record = record_of(fake);
    Value learner = Value::object();
    learner.set("name", name).set("size", size < 20 ? Value(size) : Value(std::to_string(size)));
    record.spec.set("learner", learner);
    std::vector<double> validation(20, ends_at);
    for (std::size_t t = 0; t < 10; ++t)
        validation[t] = 0;  // before the last fifth
    record.curves.put("validation_error", validation);
    record.summary = metrics::summary_of(record.curves);
    record.id[0] = static_cast<char>('a' + size % 16);
    record.id[1] = static_cast<char>('a' + seed);
    store.write(record);
}

std::vector<const Run*> all_of(const RunSet& runs) {
    std::vector<const Run*> all;
    for (const Run& run : runs.runs())
        all.push_back(&run);
    return all;
}

}  // namespace

TEST_CASE("data sets of one name that differ in more than the seed are selected on one by one") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const int rows : {200, 3000})
        for (const int split : {1, 2}) {
            FakeRun fake;
            fake.dataset = "parity";
            fake.split = split;
            fake.rounds = 20;
            fake.errors = std::vector<double>(20, 0.2);
            results::RunRecord record = record_of(fake);
            record.spec.find("dataset")->set("rows", rows);
            record.curves.put("validation_error", std::vector<double>(20, rows == 200 ? 0.3 : 0.1));
            record.summary = metrics::summary_of(record.curves);
            record.id[0] = static_cast<char>('a' + split);
            record.id[1] = rows == 200 ? 'a' : 'b';
            store.write(record);
        }
    const RunSet runs = run_set(folder.path());
    const auto selections = select_by_validation(runs, all_of(runs));
    REQUIRE(selections.size() == 2);
    CHECK(selections[0].dataset == "parity[rows=200]");
    CHECK(selections[0].candidates.at(0).error == Approx(0.3));
    CHECK(selections[1].dataset == "parity[rows=3000]");
    CHECK(selections[1].candidates.at(0).error == Approx(0.1));
}

TEST_CASE(
    "validation chooses the least mean over the splits, data set by data set, and of equals the first") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    add_tree(store, "letter", 4, 1, 0.30);
    add_tree(store, "letter", 4, 2, 0.10);
    add_tree(store, "letter", 10, 1, 0.16);
    add_tree(store, "letter", 10, 2, 0.18);
    add_tree(store, "usps", 2, 1, 0.2);
    add_tree(store, "usps", 3, 1, 0.2);
    const RunSet runs = run_set(folder.path());
    const auto selections = select_by_validation(runs, all_of(runs));
    REQUIRE(selections.size() == 2);
    const Selection& letter = selections[0];
    CHECK(letter.dataset == "letter");
    REQUIRE(letter.candidates.size() == 2);
    CHECK(letter.candidates[0].values == json_object({{"learner.size", 4}}));
    CHECK(letter.candidates[0].error == Approx(0.20));
    CHECK(letter.candidates[0].seeds == 2);
    CHECK(letter.candidates[1].error == Approx(0.17));
    CHECK(letter.candidates[1].seed_sd == Approx(0.01 * std::sqrt(2.0)));
    CHECK(letter.chosen == 1);
    CHECK(varied_paths(letter) == std::vector<std::string>{"learner.size"});
    CHECK(selections[1].chosen == 0);
}

TEST_CASE("candidates are ordered by numbers as numbers, and by their texts where one is a word") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const std::int64_t size : {10, 9, 20})
        add_tree(store, "letter", size, 1, 0.2, "of_another_version");
    const RunSet runs = run_set(folder.path());
    const auto selections = select_by_validation(runs, all_of(runs));
    REQUIRE(selections.size() == 1);
    REQUIRE(selections[0].candidates.size() == 3);
    const auto size = [&](std::size_t i) { return selections[0].candidates[i].values.at("learner.size"); };
    CHECK(size(0) == Value("20"));
    CHECK(size(1) == Value(9));
    CHECK(size(2) == Value(10));
}

TEST_CASE("a selection from reference results is the same, and names every run it rests on") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const std::int64_t seed : {1, 2}) {
        add_tree(store, "letter", 4, seed, 0.3);
        add_tree(store, "letter", 10, seed, 0.1);
    }
    RunSet whole = run_set(folder.path());
    ReferenceRecorder first;
    whole.record_to(&first);
    const auto before = select_by_validation(whole, all_of(whole));
    REQUIRE(first.runs().size() == 4);

    RunSet reference(nullptr, kept_of(whole));
    ReferenceRecorder second;
    reference.record_to(&second);
    const auto after = select_by_validation(reference, all_of(reference));
    REQUIRE(after.size() == 1);
    CHECK(after[0].chosen == before[0].chosen);
    CHECK(after[0].candidates[1].error == before[0].candidates[1].error);
    for (const auto& [id, run] : first.runs())
        CHECK(second.runs().contains(id));
}

TEST_CASE("runs that hold out no rows are no candidates") {
    TemporaryFolder folder;
    FakeRun fake;
    fake.errors = {0.5};
    fill(folder.path(), {fake});
    const RunSet runs = run_set(folder.path());
    CHECK(select_by_validation(runs, all_of(runs)).empty());
}

TEST_CASE("a table shows the choice that validation makes over the whole grid of a cell") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const auto& [size, error] :
         std::vector<std::pair<std::int64_t, double>>{{2, 0.3}, {8, 0.1}, {15, 0.2}})
        add_tree(store, "letter", size, 1, error);
    const RunSet runs = run_set(folder.path());
    const Value query = json_object({{"learner.name", "tree"}});
    const Choice choice = choose_runs(runs, query, std::nullopt, false);
    const Value measure = json(R"({"name": "selected_by_validation", "field": "learner.size"})");
    CHECK(reduce(runs, choice.runs, measure, query).value == 8);
    const auto of_grid = [&](const char* grid) {
        Value with_grid = measure;
        with_grid.set("grid", json(grid));
        return reduce(runs, choice.runs, with_grid, query);
    };
    CHECK(of_grid("[2, 8, 15]").value == 8);
    CHECK_THAT(of_grid("[2, 4, 8, 15]").missing, Catch::Contains("3 of the grid's 4"));
    const Value other = json(R"({"name": "selected_by_validation", "field": "learner.terms"})");
    CHECK_THAT(reduce(runs, choice.runs, other, query).missing, Catch::Contains("does not vary"));
}
