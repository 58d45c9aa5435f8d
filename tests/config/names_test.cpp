#include "config/identity.hpp"
#include "config/json.hpp"
#include "config/label.hpp"
#include "config/run_spec.hpp"
#include "support/configs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
using Catch::Matchers::Contains;

namespace {

const PlannedRun& run_of(const SweepConfig& config, std::size_t i = 0) {
    return config.runs.at(i);
}

}  // namespace

TEST_CASE("a part is called as its config says, and is the same run") {
    const SweepConfig named = test::plan(R"json({"dataset": "usps",
        "learner": {"name": "tree(5)", "as": "five leaves"},
        "selector": {"name": "ucb(10)", "as": "my ucb"},
        "booster": {"rounds": 7, "as": "short"}})json");
    const SweepConfig plain = test::plan(
        R"json({"dataset": "usps", "learner": "tree(5)", "selector": "ucb(10)", "booster": {"rounds": 7}})json");
    CHECK(run_label(run_of(named).spec) == "usps five leaves my ucb short training seed 1");
    CHECK(part_label(run_of(named).complete().at("selector")) == "my ucb");
    CHECK(to_json(canonical_value(run_of(named).spec)) == to_json(canonical_value(run_of(plain).spec)));
    CHECK(run_id(run_of(named).spec, "d") == run_id(run_of(plain).spec, "d"));
    CHECK(without_names(run_of(named).complete()) == run_of(plain).complete());
}

TEST_CASE("a policy's own name stands in its bandit's label") {
    const SweepConfig config = test::plan(R"json({"dataset": "usps", "selector":
        {"name": "bandit", "k": 5, "policy": {"name": "ucb", "exploration": 9, "as": "bold"}, "reward": "log"}})json");
    CHECK(part_label(run_of(config).complete().at("selector")) == "bold(5)[reward=log]");
}

TEST_CASE("a program of one's own is called by its script") {
    const auto label = [](const std::string& policy) {
        const SweepConfig config = test::plan(
            R"json({"dataset": "usps", "selector": {"name": "bandit", "k": 5, "policy": {"name": "external", )json" +
            policy + "}}}");
        return part_label(run_of(config).complete().at("selector"));
    };
    CHECK(label(R"json("command": ["python3", "a/my_policy.py"])json") == "my_policy(5)");
    CHECK(label(R"json("command": ["python3", "my_policy.py"], "timeout_seconds": 3)json") ==
          "my_policy(5)[timeout_seconds=3.0]");
    CHECK(label(R"json("command": ["python3", "my_policy.py", "0.1"])json") ==
          R"json(my_policy(5)[command=["python3","my_policy.py","0.1"]])json");
    CHECK(label(R"json("command": ["python3", "-m", "mine"])json") ==
          R"json(external(5)[command=["python3","-m","mine"]])json");
    CHECK(label(R"json("command": ["python3", "my_policy.py"], "as": "bold")json") == "bold(5)");
    CHECK(part_label(Value::object()
                         .set("name", "external")
                         .set("command", Value::list_of(std::vector<std::string>{"my.py"}))) == "my");
}

TEST_CASE("filters reach a program of one's own by its script and as what it is") {
    for (const char* name : {"my_policy", "my_policy(1)", "external"})
        CHECK(test::plan(R"json({"dataset": "usps", "selector": ["full", {"name": "bandit",
            "policy": {"name": "external", "command": ["python3", "my_policy.py"]}}], "only": {"selector": ")json" +
                         std::string(name) + "\"}}")
                  .runs.size() == 1);
}

TEST_CASE("names survive the form that run files store") {
    const SweepConfig config =
        test::plan(R"json({"dataset": "usps", "selector": {"name": "random(3)", "as": "three"}})json");
    const RunSpec again = read_run_spec(run_of(config).complete());
    CHECK(complete_value(again) == run_of(config).complete());
    CHECK(run_label(again) == run_label(run_of(config).spec));
}

TEST_CASE("the same run under two names is one run, called as it was first") {
    const SweepConfig config = test::plan(
        R"json({"dataset": "usps", "selector": ["ucb(10)", {"name": "ucb(10)", "as": "again"}]})json");
    REQUIRE(config.runs.size() == 1);
    CHECK(part_label(run_of(config).complete().at("selector")) == "ucb(10)");
}

TEST_CASE("one label for two different parts is refused, but by data set they may differ") {
    CHECK_THROWS_WITH(test::plan("{\"dataset\": \"usps\",\n \"selector\": {\"name\": \"ucb\", \"k\": [1, 5], "
                                 "\"as\": \"mine\"}}"),
                      Contains("mine.json:2:") && Contains("two different selectors are called 'mine'"));
    CHECK_THROWS_WITH(
        test::plan(R"json({"dataset": "usps", "selector": ["full", {"name": "ucb(1)", "as": "full"}]})json"),
        Contains("two different selectors are called 'full'"));
    const SweepConfig by_dataset = test::plan(R"json({"dataset": ["usps", "letter"], "selector":
        {"name": "ucb", "k": {"by_dataset": {"usps": 20, "letter": 10}}, "as": "mine"}})json");
    CHECK(by_dataset.runs.size() == 2);
}

TEST_CASE("filters, overrides and lists reach a part by its name and by what it is") {
    const std::string head =
        R"json({"dataset": "usps", "selector": ["full", {"name": "ucb(10)", "as": "mine"}], )json";
    CHECK(test::plan(head + R"json("only": {"selector": "mine"}})json").runs.size() == 1);
    CHECK(test::plan(head + R"json("only": {"selector": "ucb(10)"}})json").runs.size() == 1);
    CHECK(test::plan(head + R"json("only": {"selector.as": "mine"}})json").runs.size() == 1);
    const SweepConfig renamed =
        test::plan(R"json({"dataset": "usps", "selector": "ucb(10)"})json", "", {"selector.as=mine"});
    CHECK(part_label(run_of(renamed).complete().at("selector")) == "mine");
    CHECK_THROWS_WITH(test::plan(R"json({"dataset": "usps", "selector": {"name": "ucb", "as": 3}})json"),
                      Contains("expected what to call it, found the number 3"));
}

TEST_CASE("an own data set has a name beside its path, and is the same without it") {
    const char* both = R"json({"dataset": {"name": "mine", "path": "a/b.csv"}})json";
    const SweepConfig named = test::plan(both);
    const SweepConfig unnamed = test::plan(R"json({"dataset": {"path": "a/b.csv"}})json");
    CHECK(dataset_label(run_of(named).complete().at("dataset")) == "mine");
    CHECK(dataset_label(run_of(unnamed).complete().at("dataset")) == "a/b.csv");
    CHECK(run_id(run_of(named).spec, "d") == run_id(run_of(unnamed).spec, "d"));
    Value options = run_of(named).complete().at("dataset");
    options.set("label", "class").set("missing", "?").set("split", "resampled").set("seed", 2);
    CHECK(dataset_label(options) == "mine[seed=2]");
    CHECK(dataset_label(options.set("name", "")) == "a/b.csv[seed=2,label=class,missing=?,split=resampled]");
    CHECK_THROWS_WITH(test::plan(R"json({"dataset": {"name": "usps", "path": "a/b.csv"}})json"),
                      Contains("is a data set of the catalogue"));
    CHECK_THROWS_WITH(test::plan(R"json({"dataset": [{"name": "mine", "path": "a/b.csv"},
                                                     {"name": "mine", "path": "a/c.csv"}]})json"),
                      Contains("two different data sets are called 'mine'"));
}
