/// The commands as a whole: how many there are, docs/commands.md.
#include "app/program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using Catch::Matchers::Contains;
using reboost::test::Outcome;
using reboost::test::Program;
using reboost::test::text_of;

namespace {

using Words = std::vector<std::string>;

/// The commands that `reboost --help` names, by the indented lines before the first example.
Words commands_in(const std::string& help) {
    Words names;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line) && !line.starts_with("First steps");)
        if (line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

}  // namespace

TEST_CASE("the help names at most 14 commands in four groups") {
    const Program reboost;
    const std::string help = reboost({"--help"}).out;
    const Words names = commands_in(help);
    CAPTURE(names);
    CHECK(names.size() >= 10);
    CHECK(names.size() <= 14);
    for (const char* group :
         {"Try a model or a method:", "Run experiments:", "Look at results:", "Keep house:"})
        CHECK_THAT(help, Contains(group));
    for (const char* old : {"validate", "schema", "doctor", "merge", "verify", "export", "select", "diff"})
        CHECK_THAT(help, !Contains(std::string("\n  ") + old + " "));
}

TEST_CASE("runs without a verb lists them, and an unknown verb is named") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    std::filesystem::create_directory(results);
    CHECK(reboost({"runs", "--results", results}).out == reboost({"runs", "list", "--results", results}).out);
    CHECK(reboost({"runs", "seed=1", "--results", results}).status == 0);
    const Outcome wrong = reboost({"runs", "shwo"});
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.err, Contains("unknown verb 'shwo'") && Contains("did you mean 'show'?"));
    CHECK_THAT(reboost({"runs", "--help"}).out, Contains("export") && Contains("reboost runs VERB --help"));
}

TEST_CASE("a plan begins with its summary, and folds many runs unless all are asked for") {
    const Program reboost;
    const std::string config =
        reboost.write("c.json", R"({"dataset": {"name": "twonorm", "rows": 50, "seed": {"range": [1, 40]}}})")
            .string();
    const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
    const Outcome plan = reboost({"plan", config}), all = reboost({"plan", config, "--all"});
    CHECK(plan.out.starts_with("40 runs: 0 done"));
    CHECK(lines(plan.out) == 32);
    CHECK_THAT(plan.out, Contains("... 10 more; --all"));
    CHECK(lines(all.out) == 41);
    CHECK_THAT(all.out, Contains("twonorm[data seed=40") && Contains("training seed 1"));
}

TEST_CASE("the selectors' list tells what ucb(5) stands for") {
    CHECK_THAT(Program()({"list", "selectors"}).out, Contains("ucb(5)") && Contains("list policies"));
}

TEST_CASE("plan --check takes no option of a plan") {
    const Program reboost;
    const std::string config = reboost.write("c.json", R"({"dataset": "twonorm"})").string();
    const Outcome refused = reboost({"plan", "--check", config, "--shard", "1/2"});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("--check and --shard exclude each other"));
    CHECK(reboost({"run", "--nested", config}).status == 2);
    CHECK(reboost({"run", "--select", config, "--shard", "1/2"}).status == 2);
}

TEST_CASE("the numbers in test-policy's table end in one column") {
    const std::string out = Program()({"test-policy", "ucb", "--pulls", "1000"}).out;
    const std::size_t begin = out.find("\npolicy ");
    REQUIRE(begin != std::string::npos);
    std::istringstream table(out.substr(begin + 1, out.find("\n\n", begin) - begin - 1));
    std::size_t width = 0, rows = 0;
    for (std::string line; std::getline(table, line); ++rows) {
        if (rows == 0) width = line.size();
        CHECK(line.size() == width);
    }
    CHECK(rows > 2);
}

TEST_CASE("test-policy's regret is a mean over plays: no more than a step can lose, each step") {
    const Outcome tried =
        Program()({"test-policy", "uniform", "--steps", "200", "--plays", "4", "--pulls", "1000", "--json"});
    const auto regret = nlohmann::json::parse(tried.out).at("policies").at(0).at("regret");
    REQUIRE(regret.size() > 1);
    double most = 0;
    for (const auto& lost : regret)
        most = std::max(most, std::abs(lost.get<double>()));
    CHECK(most > 20);  // draws at random lose a part of each step
    CHECK(most < 200);
}

TEST_CASE("a program in a build folder finds configs and plots in the sources that it was built from") {
    const Program reboost;
    const std::filesystem::path build = reboost.folder / "elsewhere";
    std::filesystem::create_directory(build);
    std::filesystem::copy_file(REBOOST_BINARY, build / "reboost");
    const auto list = [&] {
        return std::system(("cd " + build.string() + " && ./reboost list experiments >out 2>&1").c_str());
    };
    CHECK(list() != 0);
    CHECK_THAT(text_of(build / "out"), Contains("there is no folder 'configs' here and none at "));
    reboost.write("elsewhere/CMakeCache.txt",
                  "CMAKE_HOME_DIRECTORY:INTERNAL=" REBOOST_SOURCE_DIR "\nCMAKE_NM:FILEPATH=/usr/bin/nm\n");
    CHECK(list() == 0);
    CHECK_THAT(text_of(build / "out"), Contains(REBOOST_SOURCE_DIR "/configs/opt2009/table1_stump.json"));
}

TEST_CASE("docs/commands.md is what the program says of its commands") {
    const Program reboost;
    const bool same = reboost({"help", "--markdown"}).out ==
                      text_of(std::filesystem::path(REBOOST_SOURCE_DIR) / "docs/commands.md");
    INFO("docs/commands.md is stale: build/reboost help --markdown > docs/commands.md");
    CHECK(same);
}
