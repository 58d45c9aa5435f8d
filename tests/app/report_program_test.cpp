/// What a report says where there is nothing to report, and what verify says.
#include "app/program.hpp"

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Program;

namespace {

const char* const kConfig = R"json({"name": "mine|`x`", "dataset": {"name": "parity", "rows": 200},
    "selector": ["full", "random(1)"], "booster": {"rounds": 20},
    "profiles": {"smoke": {"booster.rounds": 5}}})json";

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
    CHECK_THAT(some.out, Contains("2 of 2 runs used."));
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
        CHECK_THAT(report.out, Contains("2 of 2 runs used."));
    }
}

TEST_CASE("verify exits with 1 where a run differs from the reference results") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    const std::vector<std::string> run{
        "run", "configs/zhao2019/bandits.json", "--profile", "smoke", "--results", results};
    REQUIRE(reboost(run).status == 0);
    REQUIRE(reboost({"export", "--results", results}).status == 0);
    const auto same = reboost({"verify", "--results", results});
    CAPTURE(same.out, same.err);
    CHECK(same.status == 0);
    CHECK_THAT(same.out, Contains("24 of 24 runs of this machine agree with the reference to the last bit"));
    // One digit of one run.
    for (const auto& file : std::filesystem::directory_iterator(reboost.folder / "r" / "reference")) {
        std::string text = reboost::test::text_of(file.path());
        const auto at = text.rfind("regret/expected");
        if (at == std::string::npos) continue;
        char& digit = text[text.find_first_of("123456789", at)];
        digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
        std::ofstream(file.path()) << text;
        break;
    }
    const auto other = reboost({"verify", "--results", results});
    CAPTURE(other.out, other.err);
    CHECK(other.status == 1);
    CHECK_THAT(other.out, Contains("23 of 24") && Contains("differs from round"));
}
