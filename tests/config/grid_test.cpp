#include "config/label.hpp"
#include "support/configs.hpp"

#include <sstream>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
using reboost::test::plan;

namespace {

/// "pendigits stump full 1000 s1" of each run.
std::vector<std::string> short_labels(const SweepConfig& config) {
    std::vector<std::string> labels;
    for (const PlannedRun& run : config.runs) {
        const Value& value = run.complete();
        labels.push_back(value.at("dataset").at("name").as_string() + " " + part_label(value.at("learner")) +
                         " " + part_label(value.at("selector")) + " " +
                         to_json(value.at("booster").at("rounds")) + " s" + to_json(value.at("seed")));
    }
    return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("lists multiply, the last written varying fastest, the data set slowest") {
    const SweepConfig config = plan(
        R"json({"selector": ["full", "random(2)"], "dataset": ["usps", "letter"], "booster": {"rounds": [5, 6]}})json");
    CHECK(short_labels(config) == Labels{"usps stump full 5 s1", "usps stump full 6 s1",
                                         "usps stump random(2) 5 s1", "usps stump random(2) 6 s1",
                                         "letter stump full 5 s1", "letter stump full 6 s1",
                                         "letter stump random(2) 5 s1", "letter stump random(2) 6 s1"});
    CHECK(config.collapse_report.empty());
    CHECK(config.name == "mine");
}

TEST_CASE("of a number in parentheses and the option that it stands for the later written counts") {
    const Labels thirty{"usps tree(30) full 1000 s1"};
    CHECK(short_labels(plan(R"json({"dataset": "usps", "defaults": {"learner": {"name": "tree", "size": 17}},
                                    "grid": [{"learner": {"name": "tree(30)"}}]})json")) == thirty);
    CHECK(short_labels(plan(R"json({"dataset": "usps", "defaults": {"learner": {"name": "tree(17)"}},
                                    "grid": [{"learner": {"size": 30}}]})json")) == thirty);
    CHECK(short_labels(plan(R"json({"dataset": "usps", "learner": {"name": "tree(17)"}})json", "",
                            {"learner.size=30"})) == thirty);
    CHECK(short_labels(plan(R"json({"dataset": "usps",
                                    "defaults": {"selector": {"name": "ucb", "k": 5, "reward": "log"}},
                                    "grid": [{"selector": {"name": "ucb(10)"}}]})json"))[0] ==
          "usps stump ucb(10)[reward=log] 1000 s1");
    CHECK_THROWS_WITH(plan(R"json({"dataset": "usps", "learner": {"name": "tree(30)", "size": 17}})json"),
                      Catch::Contains("'tree(30)' says size already"));
}

TEST_CASE("choices inside a booster are opened by a path below them, too") {
    const SweepConfig config = plan(R"json({"dataset": "usps", "learner": "regression_tree(20)",
                     "booster": {"name": "abc_mart", "base_class": "gap(10)"}})json",
                                    "", {"booster.base_class.gap=5"});
    CHECK(config.runs[0].complete().at("booster").at("base_class").at("gap") == Value(5));
}

TEST_CASE("a grid is the union of its blocks over the defaults") {
    const SweepConfig config = plan(R"json({"name": "union", "description": "d", "paper": "opt2009",
        "defaults": {"dataset": "usps", "booster": {"rounds": 10, "weights": "uniform"}},
        "grid": [{"selector": "full"}, {"selector": {"name": "random", "k": [1, 3]}, "booster": {"rounds": 20}}]})json");
    CHECK(short_labels(config) ==
          Labels{"usps stump full 10 s1", "usps stump random(1) 20 s1", "usps stump random(3) 20 s1"});
    CHECK(config.runs[1].complete().at("booster").at("weights").as_string() == "uniform");
    CHECK(config.name == "union");
    CHECK(config.paper == "opt2009");
}

TEST_CASE("a block that names the default alternative keeps what the defaults say of it") {
    const SweepConfig config = plan(R"json({"dataset": "adult",
        "defaults": {"booster": {"rounds": 77}, "learner": {"binning": {"max_bins": 16}}},
        "grid": [{"booster": {"name": "adaboost_mh", "weights": "uniform"}},
                 {"booster": {"weights": "uniform"}, "learner": {"name": "stump"}, "selector": "random(1)"},
                 {"booster": {"name": "adaboost_rs"}, "learner": {"name": "stump"}, "selector": "random(2)"},
                 {"learner": {"name": "tree"}, "selector": "random(3)"}]})json");
    CHECK(short_labels(config) ==
          Labels{"adult stump[max_bins=16] full 77 s1", "adult stump[max_bins=16] random(1) 77 s1",
                 "adult stump[max_bins=16] random(2) 500 s1", "adult tree(8) random(3) 77 s1"});
    // A list of names is no default.
    CHECK(short_labels(plan(R"json({"dataset": "usps",
        "defaults": {"learner": {"name": ["stump", "tree"], "binning": {"max_bins": 16}}},
        "grid": [{"learner": {"name": "stump"}}]})json")) == Labels{"usps stump full 1000 s1"});
    const SweepConfig policy = plan(R"json({"dataset": "usps",
        "defaults": {"selector": {"name": "bandit", "k": 3, "policy": {"exploration": 9}}},
        "grid": [{"selector": {"policy": {"name": "ucb"}}}, {"selector": {"policy": {"name": "exp3"}}}]})json");
    REQUIRE(policy.runs.size() == 2);
    CHECK(policy.runs[0].complete().at("selector").at("policy").at("exploration").as_number() == 9);
    CHECK(policy.runs[0].complete().at("selector").at("k").as_integer() == 3);
    const SweepConfig base_class = plan(R"json({"dataset": "usps", "learner": "regression_tree",
        "defaults": {"booster": {"name": "abc_mart", "rows": {"name": "goss", "top": 0.5},
                                 "base_class": {"name": "bandit", "policy": {"exploration": 9}}}},
        "grid": [{"booster": {"rows": {"name": "uniform"}}},
                 {"booster": {"base_class": {"policy": {"name": "ucb"}}}}]})json");
    REQUIRE(base_class.runs.size() == 2);
    CHECK(base_class.runs[0].complete().at("booster").at("rows").at("name").as_string() == "uniform");
    const Value kept = base_class.runs[1].complete().at("booster");
    CHECK(kept.at("rows").at("top").as_number() == 0.5);
    CHECK(kept.at("base_class").at("policy").at("exploration").as_number() == 9);
}

TEST_CASE("a block that names the data set keeps what the defaults say of no data set in particular") {
    const SweepConfig config = plan(R"json({"defaults": {"dataset": {"seed": 7, "split": "resampled"}},
        "grid": [{"dataset": {"name": "parity"}}]})json");
    CHECK(config.runs.at(0).spec.dataset.seed == 7);
    CHECK(config.runs.at(0).spec.dataset.split == data::SplitRule::resampled);
    const SweepConfig own = plan(R"json({"defaults": {"dataset": {"path": "x.csv", "seed": 7}},
        "grid": [{"dataset": {"name": "parity"}}]})json");
    CHECK(own.runs.at(0).spec.dataset.path.empty());
    CHECK(own.runs.at(0).spec.dataset.seed == 1);
}

TEST_CASE("ranges count both ends and mix with plain numbers") {
    const SweepConfig config = plan(
        R"json({"dataset": "usps", "selector": "random(1)", "seed": [{"range": [1, 3]}, 9, {"range": [20, 30, 5]}]})json");
    std::vector<std::int64_t> seeds;
    for (const PlannedRun& run : config.runs)
        seeds.push_back(run.spec.seed);
    CHECK(seeds == std::vector<std::int64_t>{1, 2, 3, 9, 20, 25, 30});
}

TEST_CASE("by_dataset chooses at any depth, with a default, and its cases may be lists") {
    const SweepConfig config = plan(R"json({"dataset": ["usps", "pendigits", "letter"],
        "selector": {"by_dataset": {"pendigits": ["ucb(10)", "full"], "default": {"name": "ucb", "k": {"by_dataset": {"usps": 20, "letter": 10}}}}}
, "booster": {"rounds": {"by_dataset": {"usps": 7, "default": 8}}}})json");
    CHECK(short_labels(config) == Labels{"usps stump ucb(20) 7 s1", "pendigits stump ucb(10) 8 s1",
                                         "pendigits stump full 8 s1", "letter stump ucb(10) 8 s1"});
}

TEST_CASE("by_dataset knows the names that the config gives to own files, wherever they stand") {
    const std::string rounds =
        R"json("booster": {"rounds": {"by_dataset": {"mine": 10, "b.csv": 11, "default": 20}}})json";
    const auto rounds_of = [](const SweepConfig& config) {
        std::vector<std::int64_t> found;
        for (const PlannedRun& run : config.runs)
            found.push_back(run.complete().at("booster").at("rounds").as_integer());
        return found;
    };
    using Rounds = std::vector<std::int64_t>;
    CHECK(rounds_of(plan(
              R"json({"dataset": ["letter", {"path": "mine.csv", "name": "mine"}, {"path": "b.csv"}],)json" +
              rounds + "}")) == Rounds{20, 10, 11});
    CHECK(rounds_of(
              plan("{" + rounds + R"json(, "grid": [{"dataset": "letter"}, {"dataset": {"path": "b.csv"}}],
        "profiles": {"own": {"dataset": {"path": "mine.csv", "name": "mine"}}}})json")) == Rounds{20, 11});
    CHECK(rounds_of(
              plan("{" + rounds +
                   R"json(, "zip": {"dataset": ["letter", {"path": "b.csv"}], "selector": ["full", "ucb"]},
        "profiles": {"own": {"dataset.path": "mine.csv", "dataset.name": "mine"}}})json")) == Rounds{20, 11});
    CHECK(
        rounds_of(plan(R"json({"dataset": "letter",)json" + rounds + "}", "",
                       {R"json(dataset=["usps", {"path": "b.csv"}, {"path": "m", "name": "mine"}])json"})) ==
        Rounds{20, 11, 10});
    CHECK_THROWS_WITH(
        plan(R"json({"dataset": ["letter", {"path": "a.csv", "name": "meine"}],)json" + rounds + "}"),
        Catch::Contains("unknown dataset 'mine'; did you mean 'meine'?"));
    // A file that has a name is called by it alone.
    CHECK_THROWS_WITH(
        plan(R"json({"dataset": ["letter", {"path": "b.csv", "name": "mine"}],)json" + rounds + "}"),
        Catch::Contains("unknown dataset 'b.csv'"));
}

TEST_CASE("zipped lists advance together and may be several") {
    const SweepConfig config = plan(R"json({"grid": [{"selector": "full", "learner": "tree",
        "zip": [{"dataset": ["usps", "letter"], "learner.size": [17, 38]}, {"booster.rounds": [1, 2]}]}]})json");
    CHECK(short_labels(config) == Labels{"usps tree(17) full 1 s1", "usps tree(17) full 2 s1",
                                         "letter tree(38) full 1 s1", "letter tree(38) full 2 s1"});
}

TEST_CASE("settings of zipped paths pick places, or replace the zip where all of its paths are set") {
    const std::string text = R"json({"dataset": "usps", "selector": "random(1)",
        "zip": {"booster.rounds": [10, 20, 30], "seed": {"range": [1, 3]}}})json";
    CHECK(short_labels(plan(text)) ==
          Labels{"usps stump random(1) 10 s1", "usps stump random(1) 20 s2", "usps stump random(1) 30 s3"});
    CHECK(short_labels(plan(text, "", {"booster.rounds=20"})) == Labels{"usps stump random(1) 20 s2"});
    CHECK(short_labels(plan(text, "", {"seed=[1, 3]"})) ==
          Labels{"usps stump random(1) 10 s1", "usps stump random(1) 30 s3"});
    CHECK(short_labels(plan(text, "", {"seed=[7, 8]", "booster.rounds=[50, 60]"})) ==
          Labels{"usps stump random(1) 50 s7", "usps stump random(1) 60 s8"});
    const std::string objects =
        R"json({"dataset": "usps", "zip": {"booster": [{"rounds": 10}, {"rounds": 20}],
        "selector": ["random(1)", "ucb(2)"]}})json";
    CHECK(short_labels(plan(objects, "", {R"(booster={"rounds": 30})"})) ==
          Labels{"usps stump random(1) 30 s1", "usps stump ucb(2) 30 s1"});
    const std::string named =
        R"json({"zip": {"dataset": ["usps", "letter"], "learner": ["tree(15)", "tree(38)"]}})json";
    const Labels letter{"letter tree(38) full 1000 s1"};
    CHECK(short_labels(plan(named, "", {"dataset=letter"})) == letter);
    CHECK(short_labels(plan(named, "", {R"(dataset={"name": "letter"})"})) == letter);
    CHECK(short_labels(plan(named, "", {R"(learner={"name": "tree", "size": 38})"})) == letter);
    CHECK(short_labels(plan(text, "", {"booster.rounds=2e1"})) == Labels{"usps stump random(1) 20 s2"});
    CHECK_THROWS_WITH(plan(text, "", {"seed=9"}),
                      Catch::Contains("'seed' is zipped, and the number 9 is not in its list") &&
                          Catch::Contains("set all of booster.rounds, seed"));
    CHECK_THROWS_WITH(plan(text, "", {"seed=[7, 8]", "booster.rounds=50"}),
                      Catch::Contains("zipped lists must be equally long: 1 and 2"));
}

TEST_CASE("settings of other paths than those of several zips hold in all of their runs") {
    const std::string text = R"json({"dataset": "usps", "selector": "random(1)",
        "zip": [{"booster.rounds": [10, 20]}, {"learner": ["stump", "tree(3)"]}]})json";
    CHECK(short_labels(plan(text, "", {"seed=7", "booster.rounds=20"})) ==
          Labels{"usps stump random(1) 20 s7", "usps tree(3) random(1) 20 s7"});
}

TEST_CASE("a block that sets what an inherited zip sets is refused at its place") {
    const std::string head = R"json({"zip": {"dataset": ["usps", "letter"], "booster.rounds": [15, 38]},
        "grid": [{"selector": "full"},
)json";
    CHECK_THROWS_WITH(
        plan(head +
             R"json({"dataset": "pendigits", "selector": "random(3)", "booster": {"rounds": 77}}]})json"),
        Catch::StartsWith("mine.json:3:13: grid[1].dataset: 'dataset' is zipped at mine.json:1:21") &&
            Catch::Contains("\"zip\": []") &&
            Catch::Contains("\nmine.json:3:73: grid[1].booster.rounds: 'booster.rounds' is zipped"));
    for (const char* block :
         {R"json({"dataset": {"seed": 3}})json",
          R"json({"booster": [{"weights": "uniform"}, {"rounds": 3}]})json",
          R"json({"booster": {"by_dataset": {"usps": {"rounds": 3}, "default": {}}}})json"})
        CHECK_THROWS_WITH(plan(head + block + "]}"), Catch::Contains("is zipped"));
    CHECK_THROWS_WITH(plan(R"json({"dataset": "usps", "defaults": {"zip": [{"selector.k": [1, 2]}]},
                                   "grid": [{"selector": "random(3)"}]})json"),
                      Catch::Contains("grid[0].selector: 'selector.k' is zipped"));
    CHECK_THROWS_WITH(
        plan(R"json({"dataset": "usps", "defaults": {"zip": {"seed": [1, 2]}}, "seed": 3})json"),
        Catch::Contains("mine.json:1:68: seed: 'seed' is zipped"));
}

TEST_CASE("a block that sets what its own zip sets is refused at its place") {
    CHECK_THROWS_WITH(plan(R"json({"dataset": "usps", "grid": [{"zip": {"seed": [1, 2]}, "seed": 3}]})json"),
                      Catch::StartsWith("mine.json:1:64: grid[0].seed: 'seed' is zipped at mine.json:1:47") &&
                          !Catch::Contains("\"zip\": []"));
    CHECK_THROWS_WITH(
        plan(R"json({"dataset": "usps", "selector": "random(3)", "zip": [{"selector.k": [1, 2]}]})json"),
        Catch::Contains("selector: 'selector.k' is zipped"));
    CHECK_THROWS_WITH(
        plan(R"json({"dataset": "usps", "defaults": {"seed": 3, "zip": {"seed": [1, 2]}}})json"),
        Catch::Contains("defaults.seed: 'seed' is zipped"));
}

TEST_CASE("a block may set what is beside an inherited zip, replace its lists or leave it out") {
    const std::string head = R"json({"zip": {"dataset": ["usps", "letter"], "booster.rounds": [15, 38]},
        "grid": [{"selector": "full"}, )json";
    const Labels full{"usps stump full 15 s1", "letter stump full 38 s1"};
    const auto with_full = [&](Labels more) {
        more.insert(more.begin(), full.begin(), full.end());
        return more;
    };
    CHECK(short_labels(
              plan(head + R"json({"booster": {"weights": "uniform"}, "selector": "random(1)"}]})json")) ==
          with_full({"usps stump random(1) 15 s1", "letter stump random(1) 38 s1"}));
    CHECK(short_labels(
              plan(head + R"json({"zip": {"booster.rounds": [1, 2]}, "selector": "random(1)"}]})json")) ==
          with_full({"usps stump random(1) 1 s1", "letter stump random(1) 2 s1"}));
    CHECK(
        short_labels(plan(
            head +
            R"json({"zip": [], "dataset": "pendigits", "selector": "random(1)", "booster": {"rounds": 7}}]})json")) ==
        with_full({"pendigits stump random(1) 7 s1"}));
    CHECK(
        short_labels(plan(head + R"json({"zip": [{"booster.rounds": [1, 2], "learner": ["tree(3)", "stump"]}],
        "dataset": "pendigits"}]})json")) ==
        with_full({"pendigits tree(3) full 1 s1", "pendigits stump full 2 s1"}));
}

TEST_CASE("exclude and only compare names, labels, numbers and lists of them") {
    const std::string head =
        R"json({"dataset": ["usps", "letter"], "selector": ["full", "ucb(1)", "ucb(5)", "random(5)"],)json";
    CHECK(
        short_labels(plan(
            head + R"json("exclude": [{"dataset": "usps", "selector": "full"}, {"selector.k": 5}]})json")) ==
        Labels{"usps stump ucb(1) 1000 s1", "letter stump full 1000 s1", "letter stump ucb(1) 1000 s1"});
    CHECK(short_labels(
              plan(head + R"json("only": {"dataset": ["letter"], "selector": ["ucb", "random(5)"]}})json")) ==
          Labels{"letter stump ucb(1) 1000 s1", "letter stump ucb(5) 1000 s1",
                 "letter stump random(5) 1000 s1"});
    CHECK(short_labels(plan(
              head + R"json("exclude": {"selector": {"name": "bandit", "policy": {"name": "ucb"}}}})json")) ==
          Labels{"usps stump full 1000 s1", "usps stump random(5) 1000 s1", "letter stump full 1000 s1",
                 "letter stump random(5) 1000 s1"});
}

TEST_CASE("a profile overrides paths in every block, through shorthands, lists and cases") {
    const std::string text =
        R"json({"dataset": ["usps", "letter"], "grid": [{"learner": "tree(5)", "selector": "full"},
            {"learner": ["tree", {"by_dataset": {"default": "tree(9)"}}], "selector": "random(1)", "seed": [1, 2]}],
        "profiles": {"smoke": {"dataset": "pendigits", "booster.rounds": 3, "seed": 1, "learner.binning.max_bins": 16},
              "quick": {"only": {"selector": "full"}, "dataset": "letter"}}})json";
    const SweepConfig smoke = plan(text, "smoke");
    CHECK(short_labels(smoke) == Labels{"pendigits tree(5)[max_bins=16] full 3 s1",
                                        "pendigits tree(8)[max_bins=16] random(1) 3 s1",
                                        "pendigits tree(9)[max_bins=16] random(1) 3 s1"});
    CHECK(smoke.profiles == std::vector<std::string>{"smoke", "quick"});
    CHECK(short_labels(plan(text, "quick")) == Labels{"letter tree(5) full 1000 s1"});
    CHECK(plan(text).runs.size() == 10);
}

TEST_CASE("the command line overrides last, with JSON or plain words") {
    const std::string text =
        R"json({"dataset": "usps", "selector": "random(1)", "profiles": {"smoke": {"booster.rounds": 3}}})json";
    CHECK(short_labels(
              plan(text, "smoke",
                   {"booster.rounds=4", "selector=ucb(2)", R"json(dataset=["letter", "usps"])json"})) ==
          Labels{"letter stump ucb(2) 4 s1", "usps stump ucb(2) 4 s1"});
    CHECK(short_labels(plan(text, "", {"selector.k=7"})) == Labels{"usps stump random(7) 1000 s1"});
}

TEST_CASE("runs that differ only in a seed that nothing depends on collapse, and the plan says which") {
    const SweepConfig config = plan(
        R"json({"dataset": {"name": ["usps", "parity"], "seed": [1, 2]}, "selector": ["full", "ucb(1)", "random(1)"], "seed": {"range": [1, 3]}})json");
    // usps: one full, one ucb, three random; parity, for each of two data seeds, the same.
    CHECK(config.runs.size() == 15);
    std::istringstream report(config.collapse_report);
    std::size_t dropped = 0, lines = 0;  // a line for each seed, not for each setting
    for (std::string line; std::getline(report, line); ++lines)
        dropped += std::stoul(line);
    CHECK(dropped == 36 - 15);
    CHECK(lines == 2);
    CHECK_THAT(
        config.collapse_report,
        Catch::Matchers::Contains("runs dropped, nothing random depends on seed: 2 of parity stump full "
                                  "adaboost_mh, ") &&
            Catch::Matchers::Contains("runs dropped, nothing random depends on dataset.seed: "));
    CHECK_THAT(
        plan(R"json({"dataset": ["usps", "letter"], "selector": ["full", "ucb(1)"], "seed": [1, 2]})json")
            .collapse_report,
        Catch::Matchers::EndsWith(" and 1 more setting"));
    CHECK(plan(R"json({"dataset": "usps", "selector": "full", "seed": 5})json").runs[0].spec.seed == 1);
}

TEST_CASE("a point that the grid lists twice runs once, and the plan says so") {
    const SweepConfig config = plan(
        R"json({"dataset": "usps", "grid": [{"selector": "random(1)"}, {"selector": {"name": "random", "k": 1}}]})json");
    CHECK(config.runs.size() == 1);
    CHECK(
        config.collapse_report ==
        "1 run dropped, listed by the grid more than once: 1 of usps stump random(1) adaboost_mh training seed 1");
}

TEST_CASE("a validation split makes FULL depend on its seed") {
    const SweepConfig config = plan(
        R"json({"dataset": "usps", "selector": "full", "evaluation": {"validation_fraction": 0.2}, "seed": [1, 2]})json");
    CHECK(config.runs.size() == 2);
}

TEST_CASE("an own file needs no name and takes part in by_dataset by its path") {
    const SweepConfig config = plan(
        R"json({"dataset": {"path": "mine.csv"}, "booster": {"rounds": {"by_dataset": {"mine.csv": 4}}}})json");
    CHECK(config.runs[0].complete().at("booster").at("rounds").as_integer() == 4);
}

TEST_CASE("a long text is not copied to very many runs") {
    const std::string path(300'000, 'x');
    const auto text = [&](int seeds) {
        return "{\"dataset\": {\"path\": \"" + path +
               "\"}, \"selector\": \"random(5)\", \"seed\": {\"range\": [1, " + std::to_string(seeds) + "]}}";
    };
    CHECK(test::plan(text(10)).runs.size() == 10);
    CHECK_THROWS_WITH(test::plan(text(1000)), Catch::Contains("bytes of text in all runs"));
}
