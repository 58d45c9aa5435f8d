/// What a report says where there is nothing to report, its hints and options, and what verify says.
#include "app/program.hpp"
#include "report/measures/reference.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Outcome;
using reboost::test::Program;

namespace {

const char* const kConfig = R"json({"name": "mine|`x`", "dataset": {"name": "parity", "rows": 200},
    "selector": ["full", "random(1)"], "booster": {"rounds": 20},
    "profiles": {"smoke": {"booster.rounds": 5}}})json";

}  // namespace

namespace {

std::vector<reboost::results::StoredRun> runs_in(const std::filesystem::path& file) {
    const reboost::results::Collection collection(file);
    std::vector<reboost::results::StoredRun> runs;
    for (const std::string& id : collection.list())
        runs.push_back(collection.stored(id));
    return runs;
}

}  // namespace

TEST_CASE("a report on no runs fails and names the profiles that have some") {
    const Program reboost;
    const std::string config = reboost.write("mine.json", kConfig).string();
    const std::string results = (reboost.folder / "r").string();
    REQUIRE(reboost({"run", config, "--profile", "smoke", "--results", results}).status == 0);
    const auto none = reboost({"report", config, "--results", results, "--no-reference"});
    CHECK(none.status == 1);
    CHECK_THAT(none.err, Contains("2 of " + config + " with --profile smoke"));
    const auto some =
        reboost({"report", config, "--profile", "smoke", "--results", results, "--no-reference"});
    CAPTURE(some.err);
    CHECK(some.status == 0);
    CHECK_THAT(some.out, Contains("2 runs used."));
}

TEST_CASE("a report finds the runs of a config that were made with an oracle") {
    const Program reboost;
    const std::string config = reboost.write("mine.json", kConfig).string();
    const std::string results = (reboost.folder / "r").string();
    REQUIRE(reboost({"run", config, "--oracle-every", "2", "--results", results}).status == 0);
    for (const bool said : {false, true}) {
        std::vector<std::string> words{"report", config, "--results", results, "--no-reference"};
        if (said) words.insert(words.end(), {"--oracle-every", "2", "--stand-in"});
        const auto report = reboost(words);
        CHECK(report.status == 0);
        CHECK_THAT(report.out, Contains("2 runs used."));
    }
}

TEST_CASE("verify exits with 1 where a run differs from the reference results") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    const std::vector<std::string> run{
        "run", "configs/zhao2019/bandits.json", "--profile", "smoke", "--results", results};
    REQUIRE(reboost(run).status == 0);
    REQUIRE(reboost({"runs", "export", "--modified", "--results", results}).status == 0);
    const auto same = reboost({"store", "verify", "--results", results});
    CAPTURE(same.out, same.err);
    CHECK(same.status == 0);
    CHECK_THAT(
        same.out,
        Contains("24 of 24 runs of this machine can be compared with the reference results, 24 identical"));
    // One number of one run.
    const auto path = reboost.folder / "r" / "reference" / "zhao2019.h5";
    std::vector<reboost::results::StoredRun> runs = runs_in(path);
    auto regret = runs.front().arrays.get<double>("curves/regret/expected");
    regret.back() *= 1.001;
    runs.front().arrays.put("curves/regret/expected", regret);
    runs.front().seal = reboost::results::seal_of(runs.front());
    reboost::report::write_reference(path.parent_path(), "zhao2019", runs);
    const auto other = reboost({"store", "verify", "--results", results});
    CAPTURE(other.out, other.err);
    CHECK(other.status == 1);
    CHECK_THAT(other.out,
               Contains("23 identical") && Contains("1 run: different") && Contains("differs from round"));
}

TEST_CASE("verify of no run is no success") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    std::filesystem::create_directories(results);
    const auto nothing =
        reboost({"store", "verify", "--results", results, "--reference", "results/reference"});
    CAPTURE(nothing.out, nothing.err);
    CHECK(nothing.status == 1);
    CHECK_THAT(nothing.out, Contains("There are no runs to compare"));
}

TEST_CASE("verify and the front page name a run with a changed byte") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    REQUIRE(reboost({"run", "configs/zhao2019/bandits.json", "--profile", "smoke", "--results", results})
                .status == 0);
    REQUIRE(reboost({"runs", "export", "--modified", "--results", results}).status == 0);
    std::filesystem::path run;
    for (const auto& entry : std::filesystem::directory_iterator(reboost.folder / "r" / "runs"))
        run = entry.path();
    std::fstream file(run, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(std::filesystem::file_size(run) / 2);
    const int byte = file.peek();
    file.seekp(file.tellg()).put(static_cast<char>(byte ^ 1));
    file.close();
    const auto verify = reboost({"store", "verify", "--results", results});
    CAPTURE(verify.out, verify.err);
    CHECK(verify.status == 1);
    CHECK_THAT(verify.out, Contains("1 file: damaged, not compared") && Contains(run.stem().string()));
    const auto exported = reboost({"runs", "export", "--modified", "--results", results});
    CHECK(exported.status == 1);
    CHECK_THAT(exported.err, Contains("damaged: ") && Contains(run.stem().string()));
    const auto report = reboost({"report", "--paper", "zhao2019", "--results", results, "--output", results});
    CHECK(report.status == 0);
    std::ifstream page(reboost.folder / "r" / "index.html");
    const std::string html((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
    CHECK_THAT(html, Contains("1 file: damaged, not compared") && Contains(run.stem().string()));
}

TEST_CASE("a damaged file of reference results is named and not used; the other papers' go on") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    REQUIRE(reboost({"run", "configs/zhao2019/bandits.json", "--profile", "smoke", "--results", results})
                .status == 0);
    REQUIRE(reboost({"runs", "export", "--modified", "--results", results}).status == 0);
    std::filesystem::remove_all(reboost.folder / "r" / "runs");
    const auto folder = reboost.folder / "r" / "reference";
    std::vector<reboost::results::StoredRun> other = runs_in(folder / "zhao2019.h5");
    other.resize(5);
    reboost::report::write_reference(folder, "other", other);
    CHECK(reboost({"store", "check", "--results", results}).status == 0);
    std::fstream(folder / "zhao2019.h5", std::ios::in | std::ios::out).seekp(3000).put('!');
    const auto report = reboost({"report", "--paper", "zhao2019", "--results", results, "--output", results});
    CAPTURE(report.out, report.err);
    CHECK(report.status == 0);
    CHECK_THAT(report.out, Contains("5 of 5 runs used"));
    CHECK_THAT(report.out + report.err, Contains("zhao2019.h5' is damaged"));
    const auto doctor = reboost({"store", "check", "--results", results});
    CHECK(doctor.status == 1);
    CHECK_THAT(doctor.out, Contains("zhao2019.h5' is damaged") && Contains("5 reference results"));
    const auto exported = reboost({"runs", "export", "--modified", "--results", results});
    CHECK(exported.status != 0);
    CHECK_THAT(exported.err, Contains("Nothing is exported"));
}

TEST_CASE("reproduce computes a paper's profile on what can be had, reports it, and then has nothing to do") {
    const Program reboost;
    const std::string results = (reboost.folder / "results").string();
    const std::vector<std::string> smoke{"reproduce", "--paper",   "zhao2019", "--profile",      "smoke",
                                         "--offline", "--results", results,    "--no-reference", "--quiet"};
    const Outcome first = reboost(smoke);
    CAPTURE(first.err);
    CHECK(first.status == 0);
    CHECK_THAT(first.out + first.err, Contains("generated, exact") && Contains("stand-in") &&
                                          Contains(" computed in ") && Contains("Report: "));
    CHECK(std::filesystem::exists(results + "/report/zhao2019.html"));
    const Outcome second = reboost(smoke);
    CHECK(second.status == 0);
    CHECK_THAT(second.out, Contains("nothing computed anew"));

    // The report is made again only where something in it or under it has changed.
    const std::filesystem::path front = results + "/report/index.html", csv = results + "/report/mine.csv";
    const auto made = [&] { return std::filesystem::last_write_time(front); };
    const auto before = made();
    CHECK(reboost(smoke).status == 0);
    CHECK(made() == before);
    std::ofstream(csv) << "1\n";
    CHECK(reboost(smoke).status == 0);
    CHECK(made() > before);
    const auto again = made();
    const std::filesystem::path run = *std::filesystem::directory_iterator(results + "/runs");
    std::filesystem::last_write_time(run, std::filesystem::file_time_type::clock::now());
    CHECK(reboost(smoke).status == 0);
    CHECK(made() > again);

    std::vector<std::string> unknown = smoke;
    unknown[4] = "smok";
    const Outcome none = reboost(unknown);
    CHECK(none.status == 2);
    CHECK_THAT(none.err, Contains("unknown profile 'smok'; did you mean 'smoke'?"));
}

namespace {

constexpr const char* kTwoSets =
    R"json({"dataset": [{"name": "twonorm", "rows": 50, "test_rows": 50}, {"name": "waveform", "rows": 50,
    "test_rows": 50}], "learner": "stump", "selector": ["full", "random(3)"], "seed": [1, 2],
    "booster": {"name": "adaboost_mh", "rounds": {"by_dataset": {"twonorm": 5, "waveform": 6}}},
    "profiles": {"smoke": {"booster.rounds": 2}}})json";

struct Folder {
    Program reboost;
    std::string config = reboost.write("c.json", kTwoSets).string();
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
    // Without reference results nothing was verified, and nothing is said of that.
    CHECK_THAT(outcome.out, Contains("6 runs used") && Catch::EndsWith("index.html\n"));
    const std::string table = reboost::test::text_of(folder.reboost.folder / "out" / "c-RESULTS.md");
    CHECK_THAT(table, Contains("| full | random(3) |") && !Contains("rounds=5"));
    const std::string page = reboost::test::text_of(folder.reboost.folder / "out" / "c.html");
    CHECK(page.find("contest-data") < page.find("random-effects model"));  // the answer first
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
    const Outcome outcome = folder({"runs", "export", "--no-reference", "--csv", tables + ".gz"});
    REQUIRE(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("6 runs, 0 of them reference results"));
    REQUIRE(folder({"runs", "export", "--no-reference", "--json", tables}).status == 0);
    CHECK(reboost::test::text_of(tables + "/runs.csv.gz").starts_with("\x1f\x8b"));
    CHECK_THAT(reboost::test::text_of(tables + "/runs.json"),
               Contains("\"selector_label\":\"random(3)\"") && Contains("\"booster.rounds\":6"));
    CHECK(folder({"runs", "export", "--csv", tables, "more"}).status == 2);
}
