#include "app/program.hpp"
#include "support/skip.hpp"

#include <cstdlib>

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Program;

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
    CHECK_THAT(first.out, Contains("48 runs: 48 computed") && Contains("\nts_beta(1): ") &&
                              Contains("random draws") && Contains("; against ucb(1): work ×") &&
                              Contains("; 3 data sets x 2 splits x 3 seeds.\nPage: "));
    CHECK(std::filesystem::exists(reboost.folder / "r" / "compare" / "index.html"));
    const auto other = reboost(compare(reboost, {"wswa(1)", "--baseline", "full"}));
    CHECK_THAT(other.out, Contains("18 computed") && Contains("\nwswa(1): ") && Contains("; against full: "));
    CHECK_THAT(reboost(compare(reboost, {"ts_beta(1)"})).out, Contains("nothing computed anew"));
}

TEST_CASE("compare takes a script by its name, and names what it cannot take") {
    const Program reboost;
    CHECK(reboost(compare(reboost, {})).status == 2);
    CHECK_THAT(reboost(compare(reboost, {"ts_betta(1)"})).err, Contains("did you mean 'ts_beta'"));
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
    CHECK_THAT(mine.out, Contains("\nthompson(1): "));
}
