#include "report/paper/comparison.hpp"

#include "config/config.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/query.hpp"
#include "report/measures/run.hpp"
#include "report/paper/experiment.hpp"
#include "report/paper/table.hpp"
#include "support/configs.hpp"
#include "support/temporary_folder.hpp"

#include <fstream>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

std::vector<Value> specs_of(const std::string& config) {
    std::vector<Value> specs;
    for (const config::PlannedRun& run : reboost::test::parse_config(config, "mine.json").runs)
        specs.push_back(run.complete());
    return specs;
}

std::vector<std::string> labels(const std::vector<Axis>& axes) {
    std::vector<std::string> result;
    for (const Axis& axis : axes)
        result.push_back(axis.label);
    return result;
}

}  // namespace

TEST_CASE("Rows of a comparison are what varies, columns the data sets, seeds are averaged", "[report]") {
    const std::vector<Value> specs = specs_of(R"json({
        "dataset": ["pendigits", {"name": "twonorm", "rows": 500, "seed": [1, 2]}],
        "learner": "stump", "booster": {"rounds": 50},
        "selector": ["full", "random(1)", "ucb(2)"], "seed": {"range": [1, 3]}})json");
    const Experiment experiment = experiment_from(comparison_definition(kComparison, "mine", "", specs));
    REQUIRE(experiment.tables.size() == 4);
    CHECK(labels(experiment.tables[0].rows) == std::vector<std::string>{"full", "random(1)", "ucb(2)"});
    CHECK(labels(experiment.tables[0].columns) == std::vector<std::string>{"pendigits", "twonorm[rows=500]"});
    CHECK(experiment.title == "mine");
    REQUIRE(experiment.figures.size() == 1);
    CHECK(experiment.figures[0].panels.size() == 2);
}

TEST_CASE("Selectors are compared within a learner, and rows stand learner by learner", "[report]") {
    const Experiment experiment =
        experiment_from(comparison_definition(kComparison, "mine", "", specs_of(R"json({
        "dataset": ["pendigits", "letter"], "learner": ["stump", "tree(8)"],
        "selector": ["full", "random(1)"]})json")));
    const std::vector<Axis>& rows = experiment.tables[0].rows;
    CHECK(labels(rows) == std::vector<std::string>{"full", "random(1)", "full", "random(1)"});
    REQUIRE(rows.size() == 4);
    CHECK(rows[1].block == "stump");
    CHECK(rows[2].block == "tree(8)");
    CHECK(rows[2].id == "tree(8) full");
    REQUIRE(experiment.contests.size() == 2);
    CHECK(experiment.contests[1].label == "tree(8)");
    REQUIRE(experiment.contests[1].rows.size() == 2);
    for (const Axis& row : experiment.contests[1].rows)
        CHECK(row.query.at("learner.name") == Value("tree"));
    const FigureSpec& figure = experiment.figures[0];
    REQUIRE(figure.panels.size() == 4);
    CHECK(figure.panels[1].omit == std::vector<std::string>{"stump full", "stump random(1)"});
    REQUIRE(figure.series.size() == 4);
    CHECK(figure.series[1].style == figure.series[3].style);
    CHECK(figure.series[0].style != figure.series[1].style);
}

TEST_CASE("Data sets of a comparison are called by their split only where not all have one", "[report]") {
    const auto columns_of = [](const std::string& datasets) {
        const std::vector<Value> specs = specs_of(R"({"learner": "stump", "dataset": )" + datasets + "}");
        return labels(
            experiment_from(comparison_definition(kComparison, "mine", "", specs)).tables[0].columns);
    };
    CHECK(columns_of(R"([{"name": ["pendigits", "letter"], "split": "resampled"}])") ==
          std::vector<std::string>{"pendigits", "letter"});
    CHECK(columns_of(R"(["pendigits", {"name": "letter", "split": "resampled"}])") ==
          std::vector<std::string>{"pendigits", "letter[split=resampled]"});
}

TEST_CASE("A row's query fixes every option but data and seeds", "[report]") {
    const std::vector<Value> specs = specs_of(
        R"json({"dataset": "pendigits", "booster": {"rounds": [10, 20]}, "selector": "ucb(2)"})json");
    const Experiment experiment =
        experiment_from(comparison_definition(kComparison, "mine", "rounds", specs));
    const std::vector<Axis>& rows = experiment.tables[0].rows;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].query.at("booster.rounds").as_integer() == 10);
    CHECK(rows[1].query.at("booster.rounds").as_integer() == 20);
    CHECK(rows[0].query.at("selector.policy.name").as_string() == "ucb");
    CHECK(rows[0].query.find("seed") == nullptr);
    CHECK(rows[0].query.find("dataset.name") == nullptr);
}

TEST_CASE("Programs that differ in their command are rows of their own, each with its own runs", "[report]") {
    const std::vector<Value> specs = specs_of(R"json({"dataset": "pendigits", "selector": [
        {"name": "bandit", "policy": {"name": "external", "as": "a", "command": ["python3", "a.py"]}},
        {"name": "bandit", "policy": {"name": "external", "as": "b", "command": ["python3", "$b.py"]}}]})json");
    const std::vector<Value> by_dataset = specs_of(R"json({"dataset": ["pendigits", "letter"], "selector": [
        {"name": "bandit", "policy": {"name": "external", "as": "a", "command":
            {"by_dataset": {"pendigits": ["python3", "$a.py"], "letter": ["python3", "$b.py"]}}}}]})json");
    const TableSpec named =
        experiment_from(comparison_definition(kComparison, "mine", "", by_dataset)).tables[0];
    REQUIRE(named.rows.size() == 1);
    CHECK(to_json(named.columns[1].let.at("0:selector.policy.command")) == R"([["python3","$b.py"]])");
    const Experiment experiment = experiment_from(comparison_definition(kComparison, "mine", "", specs));
    CHECK(labels(experiment.tables[0].rows) == std::vector<std::string>{"a(1)", "b(1)"});
    TemporaryFolder folder;
    std::vector<FakeRun> runs(2);
    for (std::size_t i = 0; i < 2; ++i) {
        runs[i].dataset = "pendigits";
        runs[i].selector = specs[i].at("selector");
        runs[i].errors = {0.5, i == 0 ? 0.25 : 0.125};
    }
    fill(folder.path(), runs);
    std::vector<Value> stored;
    for (const FakeRun& run : runs)
        stored.push_back(record_of(run).spec);
    const Experiment own = experiment_from(comparison_definition(kComparison, "mine", "", stored));
    const RunSet set = run_set(folder.path());
    const Table table = fill_table(own.tables[1], set);
    REQUIRE(table.cells.size() == 2);
    CHECK(table.cells[0][0].value == Approx(25));
    CHECK(table.cells[1][0].value == Approx(12.5));
}

TEST_CASE("An option by data set does not split rows, and each column asks for its own value", "[report]") {
    const std::vector<Value> specs = specs_of(R"json({
        "dataset": ["pendigits", "letter"], "selector": ["full", "ucb(2)"],
        "booster": {"rounds": {"by_dataset": {"pendigits": 10, "letter": 20}}}})json");
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (const char* name : {"pendigits", "letter"})
        for (const Value& selector : {Value::object().set("name", "full"), selector_ucb(2)}) {
            FakeRun run;
            run.dataset = name;
            run.selector = selector;
            run.rounds = run.dataset == "letter" ? 20 : 10;
            run.errors = {0.5, 0.25};
            runs.push_back(run);
        }
    std::vector<Value> stored;
    for (const FakeRun& run : runs)
        stored.push_back(record_of(run).spec);
    fill(folder.path(), runs);
    for (const std::vector<Value>& one : {specs, stored}) {
        const Experiment experiment = experiment_from(comparison_definition(kComparison, "mine", "", one));
        CHECK(experiment.tables[1].rows.size() == 2);
        CHECK(experiment.tables[1].columns.size() == 2);
    }
    const Experiment experiment = experiment_from(comparison_definition(kComparison, "mine", "", stored));
    const RunSet set = run_set(folder.path());
    const Table table = fill_table(experiment.tables[1], set);
    for (const auto& row : table.cells)
        for (std::size_t j = 0; j < 2; ++j) {
            CHECK(row[j].value == Approx(25));
            CHECK(row[j].rounds == (j == 0 ? 10 : 20));
        }
}

TEST_CASE("Every setting is in one row: methods are joined by name, then by their place", "[report]") {
    const auto rows_of = [](const std::string& config) {
        return experiment_from(comparison_definition(kComparison, "mine", "", specs_of(config)))
            .tables[0]
            .rows;
    };
    const auto queried = [](const Experiment& experiment, std::size_t row, std::size_t column,
                            const char* path) {
        const TableSpec& spec = experiment.tables[0];
        const Value& wanted = spec.rows[row].query.at(path);
        const bool variable = wanted.is_string() && wanted.as_string().starts_with('$');
        return variable ? spec.columns[column].let.at(wanted.as_string().substr(1)) : wanted;
    };
    // As many on both, other ones: random(5) of both stands in one row.
    const Experiment shifted =
        experiment_from(comparison_definition(kComparison, "mine", "", specs_of(R"json({"grid": [
        {"dataset": "twonorm", "selector": ["full", "random(1)", "random(5)"]},
        {"dataset": "ringnorm", "selector": ["full", "random(5)", "random(20)"]}]})json")));
    CHECK(labels(shifted.tables[0].rows) ==
          std::vector<std::string>{"full", "random(1), random(20) (by data set)", "random(5)"});
    CHECK(queried(shifted, 1, 0, "selector.k") == Value(1));
    CHECK(queried(shifted, 1, 1, "selector.k") == Value(20));
    CHECK(queried(shifted, 2, 1, "selector.k") == Value(5));
    // A method that one set lacks does not hide the others' options by data set.
    const Experiment lacking =
        experiment_from(comparison_definition(kComparison, "mine", "", specs_of(R"json({
        "dataset": ["twonorm", "ringnorm"], "selector": ["full", "random(1)"],
        "booster": {"rounds": {"by_dataset": {"twonorm": 10, "ringnorm": 20}}},
        "exclude": {"dataset": "ringnorm", "selector": "random(1)"}})json")));
    CHECK(labels(lacking.tables[0].rows) == std::vector<std::string>{"full", "random(1)"});
    CHECK(queried(lacking, 0, 0, "booster.rounds") == Value(10));
    CHECK(queried(lacking, 0, 1, "booster.rounds") == Value(20));
    // A data set without the row asks for nothing, whatever other configs computed there.
    const TableSpec& table = lacking.tables[0];
    CHECK(table.rows[1].query.at("selector.name") == Value("$1:selector.name"));
    CHECK(table.columns[0].let.at("1:selector.name") == Value("random"));
    CHECK(table.columns[1].let.at("1:selector.name").is_null());
    // What labels do not say is said where it is all that differs, on all data sets.
    CHECK(labels(rows_of(R"json({"grid": [
        {"dataset": "twonorm", "evaluation": {"validation_fraction": 0.2, "patience": [0, 20]}},
        {"dataset": "ringnorm", "evaluation": {"validation_fraction": 0.2}}]})json")) ==
          std::vector<std::string>{"full patience=0", "full patience=20"});
    CHECK(labels(rows_of(R"json({"dataset": ["twonorm", "ringnorm"], "selector": ["full", "random(1)"],
        "booster": {"rounds": {"by_dataset": {"twonorm": 10, "ringnorm": 20}}},
        "evaluation": {"validation_fraction": 0.2, "patience": [0, 20]},
        "exclude": {"dataset": "ringnorm", "selector": "random(1)"}})json")) ==
          std::vector<std::string>{"full patience=0", "full patience=20", "random(1) patience=0",
                                   "random(1) patience=20"});
    CHECK(labels(rows_of(R"json({"dataset": "twonorm", "booster": {"rounds": [10, 20]}})json")) ==
          std::vector<std::string>{"full rounds=10", "full rounds=20"});
    CHECK(labels(rows_of(R"json({"dataset": "twonorm", "selector": ["full", "random(1)"],
                                 "evaluation": {"validation_fraction": 0.2, "patience": [0, 20]}})json")) ==
          std::vector<std::string>{"full patience=0", "full patience=20", "random(1) patience=0",
                                   "random(1) patience=20"});
}

TEST_CASE("A comparison finds the runs on stand-ins and with an oracle", "[report]") {
    FakeRun planned;
    planned.errors = {0.5};
    Value spec = record_of(planned).spec;
    spec.find("dataset")->set("stand_in", "never");
    spec.find("booster")->set("oracle_every", 0);
    const Experiment experiment =
        experiment_from(comparison_definition(kComparison, "mine", "", std::vector<Value>{spec}));
    Value stored = spec;
    stored.find("dataset")->set("stand_in", "if_missing");
    stored.find("booster")->set("oracle_every", 5);
    const Value query = merge(experiment.tables[0].columns[0].query, experiment.tables[0].rows[0].query);
    const auto found = [&] {
        return RunIndex().select({Settings().run({"a", stored, Value()})}, query).size();
    };
    CHECK(found() == 1);
    stored.find("booster")->set("rounds", 11);
    CHECK(found() == 0);
}

TEST_CASE("Figures that need an oracle are left out without one, and a form without its lists is refused",
          "[report]") {
    const TemporaryFolder folder;
    const auto definition_by = [&](const std::string& form, std::int64_t oracle_every) {
        FakeRun planned;
        planned.errors = {0.5};
        Value spec = record_of(planned).spec;
        spec.find("booster")->set("oracle_every", oracle_every);
        std::ofstream(folder / "form.json") << form;
        return comparison_definition((folder / "form.json").string(), "mine", "", std::vector<Value>{spec});
    };
    const char* const form = R"({"tables": [], "figures": [{"id": "a", "needs_oracle": true}, {"id": "b"}]})";
    CHECK(definition_by(form, 0).at("figures").as_list().size() == 1);
    CHECK(definition_by(form, 0).at("figures").as_list()[0].at("id").as_string() == "b");
    CHECK(definition_by(form, 5).at("figures").as_list().size() == 2);
    CHECK(definition_by(R"({"tables": [], "figures": []})", 0).at("figures").as_list().empty());
    for (const char* faulty : {"{}", R"({"tables": []})", R"({"tables": 1, "figures": []})",
                               R"({"tables": [], "figures": [1]})", "[]"}) {
        INFO(faulty);
        CHECK_THROWS_AS(definition_by(faulty, 0), DataError);
        CHECK_THROWS_WITH(definition_by(faulty, 0), Catch::StartsWith((folder / "form.json").string()));
    }
}
