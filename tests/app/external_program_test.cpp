/// Programs named in configs: who is asked before they run, and runs that go on after a pause.
#include "app/program.hpp"
#include "support/skip.hpp"

#include <cstdlib>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using Catch::Contains;
using nlohmann::json;
using reboost::test::Program;

namespace {

json config_of(const std::vector<std::string>& command, int rounds) {
    return {{"dataset", {{"name", "waveform"}, {"rows", 100}, {"test_rows", 20}}},
            {"learner", "stump"},
            {"booster", {{"rounds", rounds}}},
            {"selector",
             {{"name", "bandit"}, {"k", 2}, {"policy", {{"name", "external"}, {"command", command}}}}}};
}

}  // namespace

TEST_CASE("a config's program runs only with --allow-external, and nothing else starts it") {
    const Program reboost;
    const std::string mark = (reboost.folder / "mark").string(), results = (reboost.folder / "r").string();
    const json config = config_of({"sh", "-c", "touch " + mark + "; echo 'I am off' >&2; exit 4"}, 5);
    const std::string file = reboost.write("mine.json", config.dump()).string();
    CHECK(reboost({"plan", "--check", file}).status == 0);
    CHECK(reboost({"plan", file, "--results", results}).status == 0);
    const auto refused = reboost({"run", file, "--results", results});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("--allow-external") && Contains("touch " + mark));
    CHECK_FALSE(std::filesystem::exists(mark));

    const auto failed = reboost({"run", file, "--results", results, "--allow-external"});
    CHECK(failed.status == 1);
    CHECK_THAT(failed.err,
               Contains("failed (program)") &&
                   Contains("ended with status 4 before its first answer; its last words: I am off"));
    CHECK(std::filesystem::exists(mark));
    CHECK(reboost({"run", file, "--results", results, "--allow-external", "--only-failed=program"}).status ==
          1);

    const std::string empty = reboost.write("empty.json", config_of({}, 5).dump()).string();
    const auto told = reboost({"plan", "--check", empty});
    CHECK(told.status == 2);
    CHECK_THAT(told.err, Contains("empty.json:1:") && Contains("needs a command"));
}

TEST_CASE("a run of an external policy knows the script, and a stored one counts without a start") {
    if (std::system("python3 -c 0 >/dev/null 2>&1") != 0) return reboost::test::skip("there is no python3");
    const Program reboost;
    const std::string script = (reboost.folder / "mine.py").string(),
                      results = (reboost.folder / "r").string();
    std::filesystem::copy_file(REBOOST_SOURCE_DIR "/docs/examples/thompson.py", script);
    const std::string file = reboost.write("mine.json", config_of({"python3", script}, 40).dump()).string();
    REQUIRE(reboost({"run", file, "--results", results, "--allow-external"}).status == 0);
    CHECK_THAT(reboost({"run", file, "--results", results}).out, Contains("nothing computed anew"));
    CHECK(reboost({"store", "check", "--results", results}).status == 0);
    const auto id = [&] {
        return json::parse(reboost({"plan", file, "--json", "--results", results}).out)["runs"][0]["id"];
    };
    const json before = id();
    std::ofstream(script, std::ios::app) << "# another line\n";
    CHECK(id() != before);
    // Its own CPU time is in no number.
    CHECK_THAT(reboost({"runs", "--results", results}).out,
               Contains("mine(2)") && Contains("* without the CPU time of the program"));
    CHECK_THAT(reboost({"runs", "show", before.get<std::string>().substr(0, 12), "--results", results}).out,
               Contains("* without the CPU time of the program"));
    const std::string page = (reboost.folder / "page").string();
    REQUIRE(reboost({"report", file, "--results", results, "--output", page}).status == 0);
    CHECK_THAT(reboost::test::text_of(reboost.folder / "page/tables/mine-seconds.md"),
               Contains("program: without the CPU time of the program"));
}

TEST_CASE("test-policy tells what a program does wrong, and that a slow one is not known") {
    const Program reboost;
    const auto tried = [&](const std::string& body, double timeout_seconds = 10) {
        const std::string script = reboost.write("mine.sh", "read -r reset\n" + body).string();
        return reboost(
            {"test-policy",
             json{{"name", "external"}, {"command", {"sh", script}}, {"timeout_seconds", timeout_seconds}}
                 .dump(),
             "--allow-external", "--pulls", "1000"});
    };
    const auto ended = tried("echo 'no such module' >&2; exit 1");
    CHECK(ended.status == 1);
    CHECK_THAT(ended.out, Catch::StartsWith("mine: does NOT conform\n") &&
                              Contains("ended with status 1 before its first answer") &&
                              Catch::EndsWith("its last words: no such module\n"));
    const auto late = tried("read -r line; echo '{\"arms\":[0]}'; exec sleep 60", 0.1);
    CHECK(late.status == 1);
    CHECK_THAT(late.out, Catch::StartsWith("mine[timeout_seconds=0.1]: timed out: conformance unknown\n") &&
                             Contains("gave no answer within 0.1 s"));
    CHECK(reboost({"test-policy", R"({"name": "external", "command": ["sh"]})"}).status == 2);
    CHECK(reboost({"test-policy", R"({"name": "external"})", "--allow-external"}).status == 2);
}
