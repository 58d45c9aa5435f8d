/// What was found by trying: hints, options and listings.
#include "app/program.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Outcome;
using reboost::test::Program;

namespace {

constexpr const char* kConfig =
    R"json({"dataset": [{"name": "twonorm", "rows": 50, "test_rows": 50}, {"name": "waveform", "rows": 50,
    "test_rows": 50}], "learner": "stump", "selector": ["full", "random(3)"], "seed": [1, 2],
    "booster": {"name": "adaboost_mh", "rounds": {"by_dataset": {"twonorm": 5, "waveform": 6}}},
    "profiles": {"smoke": {"booster.rounds": 2}}})json";

struct Folder {
    Program reboost;
    std::string config = reboost.write("c.json", kConfig).string();
    std::string results = (reboost.folder / "r").string();
    Outcome operator()(std::vector<std::string> words) const {
        words.insert(words.end(), {"--results", results});
        return reboost(words);
    }
    Outcome report(std::vector<std::string> more) const {
        std::vector<std::string> words{"report", config, "--no-reference", "--output",
                                       (reboost.folder / "out").string()};
        words.insert(words.end(), more.begin(), more.end());
        return (*this)(words);
    }
};

}  // namespace

TEST_CASE("a report without a run ends with 1 and names the profile that has runs") {
    const Folder folder;
    REQUIRE(folder({"run", folder.config, "--quiet"}).status == 0);
    const Outcome outcome = folder.report({"--profile", "smoke"});
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains("No finished run") && Contains("without --profile"));
}

TEST_CASE("report takes the options that run took, and by_dataset values split no row") {
    const Folder folder;
    REQUIRE(folder({"run", folder.config, "--quiet", "--jobs", "1", "--shard", "1/1", "--oracle-every", "2"})
                .status == 0);
    const Outcome outcome = folder.report({"--quiet", "--jobs", "1", "--shard", "1/1", "--oracle-every", "2",
                                           "--only-failed", "--recompute", "--threads-per-run", "1"});
    CAPTURE(outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("6 runs used"));
    const std::string table = reboost::test::text_of(folder.reboost.folder / "out" / "c-RESULTS.md");
    CHECK_THAT(table, Contains("full needs ×") && Contains("work of random(3)") && !Contains("rounds=5"));
    const std::string page = reboost::test::text_of(folder.reboost.folder / "out" / "c.html");
    CHECK(page.find("full needs ×") < page.find("random-effects model"));  // the answer first
    CHECK_THAT(folder.reboost({"report", "--help"}).out, !Contains("--jobs"));
}

TEST_CASE("status --all lists the finished runs without a config, too") {
    const Folder folder;
    REQUIRE(folder({"run", folder.config, "--quiet"}).status == 0);
    const Outcome outcome = folder({"status", "--all"});
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("6 runs finished") && Contains("waveform[") && Contains("random(3)"));
    CHECK_THAT(folder({"status", "--all", "--json"}).out, Contains("\"test_error\""));
}

TEST_CASE("a plan says once, not once per row, which runs it dropped") {
    const Folder folder;
    const Outcome outcome = folder({"plan", folder.config});
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("2 runs dropped, nothing random depends on seed: 1 of twonorm"));
    CHECK(outcome.out.find("dropped") == outcome.out.rfind("dropped"));
}

TEST_CASE("export writes long tables by --csv DIR and --json DIR, compressed by the name") {
    const Folder folder;
    REQUIRE(folder({"run", folder.config, "--quiet"}).status == 0);
    const std::string tables = (folder.reboost.folder / "t").string();
    const Outcome outcome = folder({"export", "--no-reference", "--csv", tables + ".gz"});
    REQUIRE(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("6 runs, 0 of them reference results"));
    REQUIRE(folder({"export", "--no-reference", "--json", tables}).status == 0);
    CHECK(reboost::test::text_of(tables + "/runs.csv.gz").starts_with("\x1f\x8b"));
    CHECK_THAT(reboost::test::text_of(tables + "/runs.json"),
               Contains("\"selector_label\":\"random(3)\"") && Contains("\"booster.rounds\":6"));
    CHECK(folder({"export", "--csv", tables, "more"}).status == 2);
}
