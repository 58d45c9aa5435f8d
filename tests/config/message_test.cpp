#include "core/error.hpp"
#include "support/configs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;
using reboost::test::plan;

namespace {

std::string message_of(const std::string& text, const std::string& profile = {},
                       const std::vector<std::string>& set = {}) {
    try {
        plan(text, profile, set);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("an unknown key names its place and the nearest known key") {
    CHECK(message_of("{\"dataset\": \"usps\",\n \"booster\": {\"round\": 5}}") ==
          "mine.json:2:23: booster.round: unknown option 'round' of booster 'adaboost_mh'; did you mean "
          "'rounds'?");
    CHECK_THAT(message_of(R"json({"dataset": "usps", "booster.rounds": 5})json"),
               Contains("unknown option 'booster.rounds' of a config") &&
                   Contains(R"(and --set: write "booster": {"rounds": ...})"));
    for (const char* no_path : {R"json({"dataset": "usps", "booster.round": 5})json",
                                R"json({"dataset": "usps", "booster": {"seed": 5}})json"})
        CHECK_THAT(message_of(no_path), Contains("unknown option ") && !Contains("paths stand in"));
    CHECK_THAT(message_of(R"json({"datasets": "usps"})json"),
               StartsWith("mine.json:1:14: datasets: ") && Contains("did you mean 'dataset'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "grid": [{"learnr": "tree"}]})json"),
               StartsWith("mine.json:1:41: grid[0].learnr: ") && Contains("did you mean 'learner'?"));
    CHECK_THAT(
        message_of(R"json({"dataset": "usps", "learner": {"name": "tree", "binning": {"max_bin": 3}}})json"),
        Contains("learner.binning.max_bin: ") && Contains("did you mean 'max_bins'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": {"name": "ucb", "policy": "ucb"}})json"),
               Contains("selector.policy: 'ucb' names the policy already"));
}

TEST_CASE("an unknown name names the nearest, or all of its kind where none is near") {
    CHECK_THAT(message_of(R"json({"dataset": "usps", "learner": "stmp"})json"),
               Equals("mine.json:1:32: learner: unknown learner 'stmp'; did you mean 'stump'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "learner": "forest"})json"),
               Equals("mine.json:1:32: learner: unknown learner 'forest'; known: stump, product, tree, "
                      "regression_tree"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": ["full", "ucbb(3)"]})json"),
               StartsWith("mine.json:1:42: selector[1]: unknown selector 'ucbb'; did you mean 'ucb'?"));
    CHECK_THAT(
        message_of(R"json({"dataset": "usps", "selector": {"name": "bandit", "policy": "exp3p"}})json"),
        Contains("selector.policy: unknown policy 'exp3p'; did you mean 'exp3_p'?"));
    CHECK_THAT(message_of(R"json({"dataset": "pendigit"})json"),
               StartsWith("mine.json:1:13: dataset: unknown dataset 'pendigit'; did you mean 'pendigits'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "booster": {"weights": "balance"}})json"),
               Contains("booster.weights: unknown weights 'balance'; did you mean 'balanced'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps"})json", "fast"),
               Equals("mine.json: unknown profile 'fast'; this config has no profiles"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "profiles": {"smoke": {}, "quick": {}}})json", "quik"),
               Equals("mine.json: unknown profile 'quik'; did you mean 'quick'?"));
}

TEST_CASE("every fault of a config gets a line") {
    CHECK(message_of("{\"dataset\": [\"usps\", \"lettr\"],\n"
                     " \"learner\": {\"name\": \"tree\", \"size\": 0, \"siz\": 4},\n"
                     " \"rounds\": 5}") ==
          "mine.json:3:12: rounds: unknown option 'rounds' of a config; known: $schema, name, description, "
          "paper, defaults, grid, exclude, only, zip, profiles, keep_state, search, dataset, learner, "
          "selector, "
          "booster, evaluation, seed, timing\n"
          "mine.json:2:38: learner.size: 0 is out of range; allowed: 1 to 4096\n"
          "mine.json:2:48: learner.siz: unknown option 'siz' of learner 'tree'; did you mean 'size'?\n"
          "mine.json:1:22: dataset[1]: unknown dataset 'lettr'; did you mean 'letter'?");
}

TEST_CASE("parts that do not go together are refused at the one at fault") {
    CHECK(message_of("{\"dataset\": \"usps\", \"booster\": \"mart\",\n \"learner\": \"stump\"}") ==
          "mine.json:2:13: learner: booster mart needs the learner regression_tree, not stump");
    // The learner is a default: the booster is named.
    CHECK(message_of("{\"dataset\": \"usps\",\n \"booster\": \"mart\"}") ==
          "mine.json:2:13: booster: booster mart needs the learner regression_tree, not stump");
    CHECK(message_of("{\"dataset\": \"usps\", \"learner\": \"tree\",\n"
                     " \"booster\": {\"oracle_every\": 2}}") ==
          "mine.json:2:30: booster.oracle_every: booster.oracle_every compares features: it needs the "
          "learner stump");
    CHECK_THAT(message_of("{\"dataset\": \"usps\",\n \"evaluation\": {\"patience\": 10}}"),
               StartsWith("mine.json:2:29: evaluation.patience: ") && Contains("validation_fraction > 0"));
    CHECK_THAT(message_of("{\"dataset\": \"adult\",\n \"booster\": \"decision_tree\"}"),
               StartsWith("mine.json:2:13: booster: ") && Contains("is for trials"));
    CHECK_THAT(message_of("{\"dataset\": \"usps\", \"booster\": \"bandit_problem\",\n"
                          " \"selector\": \"random(3)\"}"),
               StartsWith("mine.json:2:14: selector: ") && Contains("needs a bandit as selector") &&
                   Contains("mine.json:1:13: dataset: ") && Contains("its data set is \"none\", not 'usps'"));
}

TEST_CASE("a number that no double holds is named at its place, without the parser's own words") {
    const std::string message = message_of("{\"dataset\": \"usps\",\n \"booster\": {\"max_alpha\": 1e999}}");
    CHECK_THAT(message, StartsWith("mine.json:2:") && Contains("1e999") && !Contains("json.exception"));
}

TEST_CASE("a selector that pays by price, and a budget that nothing asks for, are refused") {
    const std::string share = R"json({"dataset": "usps", "selector": {"name": "ucb", "price": "share"},)json";
    for (const char* rest : {R"json("booster": "adaboost_mh"})json", R"json("booster": "adaboost_rs"})json",
                             R"json("booster": "adaboost_bt", "learner": "tree(3)"})json"})
        CHECK_THAT(message_of(share + rest), Contains("selector.price needs features with prices"));
    CHECK_THAT(message_of(share + R"json("booster": "adaboost_bt_greedy"})json"),
               !Contains("selector.price"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "full",
                                  "booster": {"name": "adaboost_rs", "unaffordable": "pass_over"}})json"),
               Contains("booster.unaffordable must be stop"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "full",
                                  "booster": {"name": "adaboost_rs", "budget": 3, "trials": {"count": 2}}})json"),
               Contains("booster.budget must be null"));
}

TEST_CASE("what does not fit the data is refused where the catalogue knows the data") {
    const auto message = [](const std::string& text) -> std::string {
        try {
            test::parse_config(text, "mine.json");
        } catch (const UsageError& error) {
            return error.what();
        }
        return "no error";
    };
    CHECK(
        message(
            "{\"dataset\": [\"pendigits\", \"isolet\"],\n \"selector\": [\"random(16)\", \"random(17)\"]}") ==
        "mine.json:2:29: selector[1]: selector.k is 17, but the data set has only 16 features");
    CHECK_THAT(message("{\"dataset\": \"letter\",\n \"booster\": \"speedboost\"}"),
               Contains("binary problems") && Contains("26 classes"));
    CHECK_THAT(message(R"json({"dataset": "letter", "learner": "regression_tree", "booster":
                               {"name": "abc_mart", "base_class": {"name": "fixed", "base": 26}}})json"),
               Contains("mine.json:2:") && Contains("at least 27 classes"));
    // Columns that are prepared may become more.
    CHECK(
        message(
            R"json({"dataset": {"name": "pendigits", "missing_as": "own_bin"}, "selector": "random(17)"})json") ==
        "no error");
}

TEST_CASE("a wrong type says what was expected and what was found") {
    CHECK(message_of(R"json({"dataset": "usps", "booster": {"rounds": "many"}})json") ==
          "mine.json:1:43: booster.rounds: expected a whole number, found the string \"many\"");
    CHECK_THAT(message_of(R"json({"dataset": "usps", "booster": {"rounds": 10.5}})json"),
               Contains("expected a whole number, found the number 10.5"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "booster": {"max_alpha": true}})json"),
               Contains("expected a number, found true"));
    CHECK_THAT(message_of(R"json({"dataset": 5})json"),
               Contains("mine.json:1:13: dataset: expected the name of a data set or an object"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "learner": 5})json"),
               Contains("expected the name of a learner or an object, found the number 5"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "evaluation": "often"})json"),
               Contains("evaluation: expected an object, found the string \"often\""));
    CHECK_THAT(message_of(R"json([1])json"), Contains("expected an object, found a list"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "grid": {}})json"),
               Contains("grid: expected a list of blocks, found an object"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "random(x)"})json"),
               Contains("expected a whole number, found the string \"x\""));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "full(3)"})json"),
               Contains("selector 'full' has no options"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "random(3"})json"),
               Contains("neither a name nor of the form name(number)"));
}

TEST_CASE("a number out of range says what is allowed") {
    CHECK(message_of(R"json({"dataset": "usps", "booster": {"rounds": 0}})json") ==
          "mine.json:1:43: booster.rounds: 0 is out of range; allowed: 1 to 1000000000");
    CHECK_THAT(message_of(R"json({"dataset": "usps", "selector": "random(0)"})json"),
               Contains("selector: 0 is out of range"));
    CHECK_THAT(
        message_of(
            R"json({"dataset": "usps", "selector": {"name": "bandit", "policy": {"name": "eps_greedy", "epsilon": 1.5}}})json"),
        Contains("selector.policy.epsilon: 1.5 is out of range; allowed: 0 to 1"));
}

TEST_CASE("grids that make no sense are refused at their place") {
    CHECK_THAT(message_of(R"json({"selector": "full"})json"), Contains("no data set: a run needs 'dataset'"));
    CHECK_THAT(message_of(R"json({"dataset": {"rows": 5}})json"),
               Contains("expected the name of a data set"));
    CHECK_THAT(message_of(R"json({"dataset": {"name": "usps", "path": "x.csv"}})json"),
               Contains("is a data set of the catalogue"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "seed": []})json"),
               Contains("seed: an empty list leaves no run"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "seed": {"range": [5, 1]}})json"),
               Contains("seed.range: the range is empty"));
    for (const char* bounds : {"[1]", "[1, 2, 3, 4]"})
        CHECK_THAT(
            message_of(R"json({"dataset": "usps", "seed": {"range": )json" + std::string(bounds) + "}}"),
            Contains("[first, last] or [first, last, step]"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "seed": {"range": [1, 2], "x": 1}})json"),
               Contains("'range' must stand alone"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "seed": {"range": [1, 900000000000]}})json"),
               Contains("more than 100000 numbers"));
    CHECK_THAT(
        message_of(R"json({"dataset": "usps", "seed": {"by_dataset": {"letter": 1, "mnist": 2}}})json"),
        Contains("no value for data set 'usps' and no \"default\"; given: letter, mnist"));
    CHECK_THAT(
        message_of(R"json({"dataset": "usps", "seed": {"by_dataset": {"lettr": 1, "default": 2}}})json"),
        Contains("unknown dataset 'lettr'; did you mean 'letter'?"));
    CHECK_THAT(message_of(R"json({"zip": {"dataset": ["usps", "letter"], "seed": [1, 2, 3]}})json"),
               Contains("equally long: 2 and 3"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "exclude": {"selectr": "full"}})json"),
               Contains("unknown option 'selectr'; did you mean 'selector'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "exclude": {"dataset": "usps"}})json"),
               Contains("no run is left"));
    CHECK_THROWS_WITH(test::parse_config(R"json({"dataset": "usps", "profiles": {"small":
        {"exclude": {"dataset": "usps"}}}})json",
                                         "mine.json", "small"),
                      Contains("profile 'small': no run is left"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "only": {"dataset": ["usps", "leter"]}})json"),
               Contains("mine.json:1:50: only.dataset[1]: unknown dataset 'leter'; did you mean 'letter'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "exclude": [{"selector": "ubc(5)"}]})json"),
               Contains("unknown selector 'ubc'; did you mean 'ucb'?"));
    CHECK_THAT(message_of(R"json({"dataset": "usps", "exclude": [{"dataset": 5}]})json"),
               Contains("expected a name or a label"));
    CHECK(message_of(
              R"json({"dataset": [{"path": "a.csv"}, "usps"], "learner": {"name": "stump", "as": "mine"},
                      "exclude": [{"dataset": "a.csv"}, {"dataset": "letter"}, {"learner": "mine", "seed": 3},
                                  {"selector": ["ucb(5)", "bandit"]}, {"selector.policy": "exp3_p"}]})json") ==
          "no error");
    CHECK(message_of(R"json({"dataset": "usps", "selector": {"name": "bandit"},
                             "zip": {"selector.k": [1, 5], "selector.as": ["one", "five"]},
                             "exclude": {"selector": "five"}})json") == "no error");
    CHECK(message_of(
              R"json({"dataset": "usps", "selector": ["full", "random(5)"], "exclude": {"selector": "all"},
                             "zip": {"learner.name": ["stump", "stump"], "seed": [1, 2]}})json",
              {}, {"selector.as=all"})
              .find("unknown selector") == std::string::npos);
    CHECK_THAT(
        message_of(
            R"json({"dataset": "usps", "seed": {"range": [1, 2000]}, "booster": {"rounds": {"range": [1, 2000]}}})json"),
        Contains("more than 100000 runs"));
}

TEST_CASE("each fault of a config is told") {
    const std::string message =
        message_of(R"json({"name": 3, "dataset": "usps", "lerner": "tree"})json", "none", {"seed"});
    for (const char* part : {"name: expected", "unknown option 'lerner'", "unknown profile 'none'",
                             "--set seed: expected path=value"})
        CHECK_THAT(message, Contains(part));
    CHECK_THAT(message_of(R"json({"dataset": "usps"})json", {}, {"dataset.path=m\xff.csv"}),
               StartsWith("--set dataset.path=") && Contains("expected a string in UTF-8"));
}

TEST_CASE("a mistake on the command line or in a profile is traced to it") {
    const std::string text = R"json({"dataset": "usps", "profiles": {"smoke": {"booster.round": 3}}})json";
    CHECK_THAT(message_of(text, "", {"booster.rounds=many"}),
               Equals("--set booster.rounds=many: expected a whole number, found the string \"many\""));
    CHECK_THAT(
        message_of(text, "", {"boster.rounds=3"}),
        StartsWith("--set boster.rounds=3: unknown option 'boster.rounds'; did you mean 'booster.rounds'?"));
    CHECK_THAT(message_of(text, "", {"seed"}), Contains("--set seed: expected path=value"));
    CHECK_THAT(message_of(text, "smoke"),
               StartsWith("mine.json:1:61: profiles.smoke.booster.round: unknown option"));
}

TEST_CASE("broken JSON on the command line is traced to its option") {
    const std::string text = R"json({"dataset": "usps"})json";
    CHECK_THAT(message_of(text, "", {"booster.rounds=[1,2"}),
               StartsWith("--set booster.rounds=[1,2: value:1:5: ") && Contains("expected ']'"));
    CHECK_THAT(message_of(text, "", {R"(dataset={"name": "usps", "name": "letter"})"}),
               StartsWith("--set dataset=") && Contains("duplicate key 'name'"));
}

TEST_CASE("keys that stand in configs and profiles are told from unknown options") {
    const std::string text =
        R"json({"dataset": "usps", "profiles": {"zipped": {"zip": {"seed": [1, 2]}}, "named": {"name": "x"}}})json";
    CHECK_THAT(message_of(text, "", {"only=usps"}),
               StartsWith("--set only=usps: 'only' is no option of a run: it stands at the top level of the "
                          "config, in a grid block or in a profile"));
    CHECK_THAT(message_of(text, "", {R"(exclude={"seed": 1})"}), Contains("in a grid block or in a profile"));
    CHECK_THAT(message_of(text, "", {"zip={}"}),
               StartsWith("--set zip={}: 'zip' is no option of a run: it stands at the top level of the "
                          "config, in its defaults or in a grid block") &&
                   Contains("such as --set seed=[1,2]"));
    CHECK_THAT(message_of(text, "", {"grid=[]"}), Contains("'grid' is no option of a run: it stands at the "
                                                           "top level of the config"));
    CHECK_THAT(message_of(text, "zipped"),
               StartsWith("mine.json:1:52: profiles.zipped.zip: 'zip' is no option of a run"));
    CHECK_THAT(message_of(text, "named"), Contains("profiles.named.name: 'name' is no option of a run"));
}

TEST_CASE("options that do not apply to own files are refused where they are written") {
    CHECK(message_of("{\"dataset\": {\"path\": \"x.csv\",\n \"rows\": 5}}") ==
          "mine.json:2:10: dataset.rows: rows and test_rows do not apply to own files");
    CHECK(message_of("{\"dataset\": {\"path\": \"x.csv\",\n \"test_rows\": 5}}") ==
          "mine.json:2:15: dataset.test_rows: rows and test_rows do not apply to own files");
    CHECK(message_of("{\"dataset\": {\"path\": \"x.csv\",\n \"features\": 5}}") ==
          "mine.json:2:14: dataset.features: features does not apply to own files");
    CHECK(message_of("{\"dataset\": {\"path\": \"x\",\n \"format\": \"idx\"}}") ==
          "mine.json:1:22: dataset.path: x: `label` must name the IDX file of its labels");
    CHECK(message_of("{\"dataset\": {\"path\": \"x.arff\",\n \"header\": \"absent\"}}") ==
          "mine.json:2:12: dataset.header: `header` does not apply to x.arff: it is for tables of text");
    CHECK(message_of(R"json({"dataset": {"path": "x", "rows": 0, "format": "idx", "label": "y"}})json") ==
          "no error");
}

TEST_CASE("a planned run knows where its data set is written") {
    const config::SweepConfig config = plan("{\"dataset\": [\"usps\",\n {\"path\": \"x.csv\"}]}");
    REQUIRE(config.runs.size() == 2);
    CHECK(config.runs[0].dataset_place() == "mine.json:1:14: dataset[0]");
    CHECK(config.runs[1].dataset_place() == "mine.json:2:2: dataset[1]");
}

TEST_CASE("resampling a data set without test rows is refused where it is written") {
    const auto message = [](const std::string& dataset) {
        try {
            test::parse_config("{\"dataset\": " + dataset + "}", "mine.json");
        } catch (const UsageError& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    CHECK_THAT(message(R"({"name": "heart-pool", "split": "resampled"})"),
               StartsWith("mine.json:1:13: dataset: ") && Contains("there are no test rows"));
    CHECK_THAT(message(R"({"path": "x.csv", "test_fraction": 0, "split": "resampled"})"),
               Contains("there are no test rows"));
    CHECK(message(R"({"path": "x.csv", "split": "resampled"})") == "no error");
    CHECK(message(R"({"name": "letter", "split": "resampled"})") == "no error");
}
