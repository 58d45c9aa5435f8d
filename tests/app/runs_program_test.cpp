#include "app/four_runs.hpp"
#include "results/claim.hpp"

#include <algorithm>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using Catch::Contains;
using reboost::test::FourRuns;
using reboost::test::kFourRuns;
using reboost::test::Outcome;

namespace {

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("runs lists what is stored, a filter chooses, CSV and JSON have all of it") {
    const FourRuns folder;
    const Outcome all = folder({"runs"});
    CHECK(all.status == 0);
    CHECK_THAT(all.out, Contains("twonorm") && Contains("random(3)") && Contains("4 of 4 runs"));
    CHECK(lines_of(all.out) == 6);
    CHECK_THAT(folder({"runs", "selector=random"}).out, Contains("3 of 4 runs"));
    CHECK_THAT(folder({"runs", "selector=random(3)", "seed=1,2"}).out, Contains("2 of 4 runs"));
    CHECK_THAT(folder({"runs", "selector=ucb"}).out, Contains("0 of 4 runs"));
    const Outcome csv = folder({"runs", "selector=full", "--csv"});
    CHECK(lines_of(csv.out) == 2);
    CHECK_THAT(csv.out, Contains("id,dataset,learner,selector,booster,seed,rounds,state,test_error"));
    const Outcome listed = folder({"runs", "selector=full", "--json"});
    CHECK_THAT(listed.out, Contains("\"spec\"") && Contains("\"test_error\"") && Contains("\"counts\""));
    const Outcome wrong = folder({"runs", "selectr=full"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, Contains("did you mean 'selector'?"));
}

TEST_CASE("remove shows first, and deletes with --yes only what the filter names") {
    const FourRuns folder;
    const Outcome shown = folder({"runs", "remove", "selector=random", "seed=2"});
    CHECK(shown.status == 0);
    CHECK_THAT(shown.out, Contains("random(3)") && Contains("1 run; nothing is deleted without --yes"));
    CHECK(folder.ids().size() == 4);
    const Outcome removed = folder({"runs", "remove", "selector=random", "seed=2", "--yes"});
    CHECK(removed.status == 0);
    CHECK_THAT(removed.out, Contains("1 of 1 runs deleted"));
    CHECK(folder.ids().size() == 3);
    CHECK_THAT(folder({"runs", "selector=random"}).out, Contains("2 of 3 runs"));
    CHECK(folder({"runs", "remove", "--yes"}).status == 2);  // without a filter: no
    CHECK(folder.ids().size() == 3);
}

TEST_CASE("remove leaves a run that a process computes now") {
    const FourRuns folder;
    const std::string held = folder.ids().front();
    const auto claim = reboost::results::Claim::try_take(folder.results + "/open/" + held);
    REQUIRE(claim);
    const Outcome outcome = folder({"runs", "remove", "dataset=twonorm", "--yes"});
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out, Contains("3 of 4 runs deleted"));
    CHECK_THAT(outcome.err, Contains("left: " + held.substr(0, 12)) && Contains("process"));
    CHECK(folder.ids() == std::vector<std::string>{held});
}

TEST_CASE("remove leaves a run that was computed anew after it was listed") {
    const reboost::test::Program reboost;
    const std::string results = (reboost.folder / "r").string();
    reboost::results::Store store(results);
    const auto write = [&](int i, const char* mark) {
        reboost::results::RunRecord record;
        record.id = fmt::format("{:064}", i);
        record.attributes.set("ended_utc", std::string(1000, 'd'));
        record.attributes.set("git_revision", "abc").set("source_sha256", "").set("mark", mark);
        store.write(record);
        return record.id;
    };
    for (int i = 0; i < 100; ++i)
        write(i, "old");
    // The list is longer than what waits in a pipe: until it is read, nothing is deleted.
    const std::string pipe = (reboost.folder / "run.out").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const pid_t child = reboost.start({"runs", "remove", "mark=old", "--yes", "--results", results});
    const int list = ::open(pipe.c_str(), O_RDONLY);
    char byte = 0;
    REQUIRE(::read(list, &byte, 1) == 1);
    const std::string anew = write(7, "new");
    for (std::string text(4096, ' '); ::read(list, text.data(), text.size()) > 0;) {
    }
    ::close(list);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WEXITSTATUS(status) == 1);
    CHECK(store.list() == std::vector<std::string>{anew});
    CHECK_THAT(reboost::test::text_of(reboost.folder / "run.err"),
               Contains("left: " + anew.substr(0, 12)) && Contains("computed anew since it was listed"));
}

TEST_CASE("remove takes a run out of a collection and leaves the others") {
    const FourRuns folder;
    REQUIRE(reboost::results::Store(folder.results).gather_small_runs(1) == 4);
    CHECK(folder({"runs", "remove", "selector=full", "--yes"}).status == 0);
    CHECK(folder.ids().size() == 3);
    CHECK_THAT(folder({"runs", "selector=random"}).out, Contains("3 of 3 runs"));
}

TEST_CASE("diff of a folder and its repetition is empty, and a run of another profile is found") {
    const FourRuns folder;
    const std::string again = (folder.reboost.folder / "again").string();
    folder.compute(again);
    const Outcome equal = folder.reboost({"runs", "diff", folder.results, again});
    CHECK(equal.status == 0);
    CHECK_THAT(equal.out, Contains("2 cells in both: 2 equal, 0 moved"));

    const std::string other =
        folder.reboost
            .write("d.json",
                   std::string(kFourRuns).replace(std::string(kFourRuns).find("random(3)"), 9, "random(4)"))
            .string();
    REQUIRE(folder.reboost({"run", other, "--results", folder.results, "--quiet"}).status == 0);
    const Outcome moved = folder({"runs", "diff", folder.config, other});
    CHECK(moved.status == 1);
    CHECK_THAT(moved.out, Contains("2 cells in both: 1 equal, 1 moved") && Contains("random(3)") &&
                              Contains("-> ") && Contains("3 of 3 seeds differ"));
    const nlohmann::json cells =
        nlohmann::json::parse(folder({"runs", "diff", folder.config, other, "--json"}).out)["cells"];
    for (const nlohmann::json& cell : cells)
        if (cell["moved"]) {
            const double gap = cell["mean_b"].get<double>() - cell["mean_a"].get<double>();
            CHECK_THAT(moved.out, Contains(fmt::format(" {:.3f}% ", 100 * gap)));
            CHECK(cell.contains("beyond_noise"));
        }
    for (const bool more_in_a : {true, false}) {
        const std::string &a = more_in_a ? folder.results : again, &b = more_in_a ? again : folder.results;
        const nlohmann::json only =
            nlohmann::json::parse(folder.reboost({"runs", "diff", a, b, "--json"}).out);
        CAPTURE(only.dump());
        REQUIRE(only[more_in_a ? "only_a" : "only_b"].size() == 1);
        CHECK_THAT(only[more_in_a ? "only_a" : "only_b"][0].get<std::string>(), Contains("random(4)"));
        CHECK(only[more_in_a ? "only_b" : "only_a"].empty());
    }
    const Outcome none =
        folder.reboost({"runs", "diff", folder.results, (folder.reboost.folder / "x").string()});
    CHECK(none.status == 2);
}

TEST_CASE("diff compares a longer run with a shorter one at the rounds that both were measured at") {
    const reboost::test::Program reboost;
    const std::string results = (reboost.folder / "results").string();
    // At its last round each is measured, which is none of the other's rounds.
    const auto computed = [&](const std::string& rounds) {
        const std::string config =
            reboost
                .write(rounds + ".json", R"({"dataset": {"name": "parity", "rows": 100, "test_rows": 100},
                                             "learner": "stump", "booster": {"rounds": )" +
                                             rounds + R"(}, "evaluation": {"train_points_per_decade": 5}})")
                .string();
        REQUIRE(reboost({"run", config, "--results", results, "--quiet"}).status == 0);
        return config;
    };
    const std::string longer = computed("300"), shorter = computed("211");
    const Outcome outcome = reboost({"runs", "diff", longer, shorter, "--results", results, "--all"});
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("equal to the last bit up to round 211, where one ends"));
}
