/// Methods compared: tuned by `select`, with a standard comparison by `compare`.
#include "app/program.hpp"
#include "report/measures/escape.hpp"
#include "support/skip.hpp"

#include <cstdlib>
#include <filesystem>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using Catch::Contains;
using nlohmann::json;
using reboost::test::Program;

namespace {

constexpr const char* kGrid =
    R"({"dataset": {"name": "waveform", "rows": 200, "test_rows": 20}, "learner": {"name": "tree", "size": [2, 5]},
    "booster": {"rounds": 20}, "evaluation": {"validation_fraction": 0.25}, "seed": [1, 2]})";

}  // namespace

TEST_CASE("select computes the grid once, shows its table and prints a fragment that a config takes") {
    const Program reboost;
    const std::string config = reboost.write("grid.json", kGrid).string(),
                      results = (reboost.folder / "r").string();
    const auto shown = reboost({"run", "--select", config, "--results", results});
    REQUIRE(shown.status == 0);
    CHECK_THAT(shown.out, Contains("learner.size = 5") && Contains("(2 splits, T=20)") && Contains(" * "));
    CHECK_THAT(shown.err, Contains("4 runs: 4 computed"));
    const auto again = reboost({"run", "--select", config, "--results", results, "--json"});
    const json value = json::parse(again.out);
    REQUIRE(value["selections"][0]["candidates"].size() == 2);
    const json& candidates = value["selections"][0]["candidates"];
    const bool larger = candidates[1]["validation_error"] < candidates[0]["validation_error"];
    const int chosen = larger ? 5 : 2;
    CHECK(value["selections"][0]["chosen"]["learner.size"] == chosen);
    CHECK(value["fragment"]["learner.size"]["by_dataset"]["waveform"] == chosen);
    json with_profile = json::parse(kGrid);
    with_profile["profiles"]["chosen"] = value["fragment"];
    const std::string profiled = reboost.write("profiled.json", with_profile.dump()).string();
    CHECK(json::parse(
              reboost({"plan", profiled, "--profile", "chosen", "--json", "--results", results}).out)["runs"]
              .size() == 2);
}

TEST_CASE("select refuses a grid without a validation part") {
    const Program reboost;
    const std::string config = reboost.write("grid.json", R"({"dataset": "waveform"})").string();
    const auto refused = reboost({"run", "--select", config, "--results", (reboost.folder / "r").string()});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("evaluation.validation_fraction"));
}

TEST_CASE(
    "a report from exported reference results says so, and takes them by itself where there are no runs") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    const auto run =
        reboost({"run", "configs/zhao2019/bandits.json", "--profile", "smoke", "--results", results});
    REQUIRE(run.status == 0);
    const auto exported = reboost({"runs", "export", "--modified", "--results", results, "--json"});
    REQUIRE(exported.status == 0);
    CHECK(json::parse(exported.out)["runs"] == 24);
    std::filesystem::remove_all(reboost.folder / "r" / "runs");
    const auto report = reboost({"report", "--paper", "zhao2019", "--results", results});
    REQUIRE(report.status == 0);
    CHECK_THAT(report.out, Contains("24 of 24 runs used, 24 of them reference results"));
    const auto none = reboost({"report", "--paper", "zhao2019", "--results", results, "--no-reference"});
    CHECK_THAT(none.out, Contains("0 of 0 runs used."));
    CHECK(none.status == 1);
    const auto wrong = reboost({"report", "--results", results, "--reference", "nowhere"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, Contains("nowhere is not a folder"));
}

TEST_CASE("an oracle asked for on the command line is an option of the run") {
    const Program reboost;
    const std::string config =
        reboost
            .write("one.json", R"({"dataset": "waveform", "selector": "exp3_p", "booster": {"rounds": 10}})")
            .string();
    const auto plan = reboost(
        {"plan", config, "--oracle-every", "2", "--json", "--results", (reboost.folder / "r").string()});
    CHECK(json::parse(plan.out)["runs"][0]["spec"]["booster"]["oracle_every"] == 2);
}

TEST_CASE("what select prints is a profile also where the chosen learners are of several kinds") {
    const Program reboost;
    json grid = json::parse(kGrid);
    grid["dataset"] = json::parse(R"([{"name": "waveform", "rows": 200, "test_rows": 20},
                                      {"name": "twonorm", "rows": 100, "test_rows": 20}])");
    grid["learner"] = json::parse(R"json(["stump", {"name": "tree", "size": [2, 5]}, "product(2)"])json");
    const std::string config = reboost.write("grid.json", grid.dump()).string(),
                      results = (reboost.folder / "r").string();
    const json value = json::parse(reboost({"run", "--select", config, "--results", results, "--json"}).out);
    CHECK(value["fragment"]["learner"]["by_dataset"].size() == 2);
    const std::string shown = reboost({"run", "--select", config, "--results", results}).out;
    CHECK_THAT(shown, Contains(" learner = product(2)  ") && Contains(" learner = stump  "));
    grid["profiles"]["chosen"] = value["fragment"];
    const std::string profiled = reboost.write("profiled.json", grid.dump()).string();
    CHECK(reboost({"plan", "--check", profiled}).status == 0);
    const json plan =
        json::parse(reboost({"plan", profiled, "--profile", "chosen", "--json", "--results", results}).out);
    REQUIRE(plan["runs"].size() == 4);
    for (const json& run : plan["runs"])
        CHECK(run["state"] == "done");
}

TEST_CASE("select --nested tells what was chosen on each split, and compares the methods") {
    const Program reboost;
    json grid = json::parse(kGrid);
    grid["dataset"] = json::parse(
        R"({"name": "waveform", "rows": 200, "test_rows": 50, "split": "resampled", "seed": [1, 2]})");
    grid["learner"] = json::parse(R"json([{"name": "tree", "size": [2, 5]}, "stump"])json");
    grid["seed"] = 1;
    const std::string config = reboost.write("grid.json", grid.dump()).string(),
                      results = (reboost.folder / "r").string();
    const auto mistaken =
        reboost({"run", "--select", config, "--nested", "--baseline", "stmp", "--results", results});
    CHECK(mistaken.status == 2);
    CHECK_THAT(mistaken.err, Contains("did you mean 'stump'"));
    CHECK(std::filesystem::is_empty(results + "/runs"));
    const auto shown =
        reboost({"run", "--select", config, "--nested", "--baseline", "stump", "--results", results});
    CAPTURE(shown.err);
    REQUIRE(shown.status == 0);
    CHECK_THAT(shown.out, Contains(" of 2 candidates; validation") &&
                              Contains("    split 2: the only candidate; validation"));
    CHECK_THAT(shown.out, Contains("Tuned against") && !Contains("nothing varies"));
}

namespace {

/// A glance at generated sets: nothing is fetched.
std::vector<std::string> compare(const Program& reboost, std::vector<std::string> words) {
    words.insert(words.begin(), "compare");
    for (const char* word : {"--learner", "smoke", "--offline", "--no-reference", "--quiet", "--set",
                             R"(dataset.name=["twonorm", "threenorm", "ringnorm"])", "--results"})
        words.emplace_back(word);
    words.push_back((reboost.folder / "r").string());
    return words;
}

}  // namespace

TEST_CASE("compare runs what is missing and opens with one verdict") {
    const Program reboost;
    const auto first = reboost(compare(reboost, {"ts_beta(1)"}));
    REQUIRE(first.status == 0);
    CHECK_THAT(first.out, Contains("48 runs: 48 computed") && Contains("\nts_beta(1) ") &&
                              Contains("random draws") && Contains("Against ucb(1): ") &&
                              Contains("\n3 data sets x 2 splits x 3 seeds"));
    CHECK(std::filesystem::exists(reboost.folder / "r" /
                                  ("compare-" + reboost::report::file_slug("ts_beta(1)")) / "index.html"));
    const auto other = reboost(compare(reboost, {"wswa(1)", "--baseline", "full"}));
    CHECK_THAT(other.out, Contains("18 computed") && Contains("\nwswa(1) ") && Contains("Against full: "));
    CHECK_THAT(reboost(compare(reboost, {"ts_beta(1)"})).out, Contains("nothing computed anew"));
}

TEST_CASE("compare takes a script by its name, and names what it cannot take") {
    const Program reboost;
    CHECK(reboost(compare(reboost, {})).status == 2);
    CHECK_THAT(reboost(compare(reboost, {"ts_betta(1)"})).err, Contains("compare: ts_betta(1): ") &&
                                                                   Contains("did you mean 'ts_beta'") &&
                                                                   !Contains("--set"));
    const auto wrong = reboost(compare(reboost, {"ts_beta(1)", "--baseline", "ucv(1)"}));
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, Contains("did you mean 'ucb(1)'"));
    const auto none = reboost(compare(reboost, {"ts_beta(1)", "--set", "selector=full"}));
    CHECK(none.status == 2);
    CHECK_THAT(none.err, Contains("nothing to compare"));
    CHECK_THAT(reboost(compare(reboost, {"--policy", "nowhere.py"})).err,
               Contains("there is no file 'nowhere.py'"));
    if (std::system("python3 -c 0 >/dev/null 2>&1") != 0) return reboost::test::skip("there is no python3");
    const auto mine = reboost(compare(reboost, {"--policy", REBOOST_SOURCE_DIR "/docs/examples/thompson.py",
                                                "--set", "booster.rounds=20"}));
    REQUIRE(mine.status == 0);
    CHECK_THAT(mine.out, Contains("\nthompson(1) "));
}
