/// Names of strangers hold what a terminal would obey: it never gets there.
#include "app/program.hpp"
#include "results/run_file.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

namespace {

const std::string kEvil =
    "a\x1b[31mred\x1b]0;title\x07\x7f\xC2\x9B"
    "2J";

/// The same in JSON.
const std::string kEvilJson = R"(a\u001b[31mred\u001b]0;title\u0007\u007f\u009b2J)";

void check_plain(const Outcome& outcome, bool well = true) {
    const std::string text = outcome.out + outcome.err;
    CAPTURE(text);
    CHECK(outcome.status == (well ? 0 : 2));
    for (const char* control : {"\x1b", "\x07", "\x7f", "\xC2\x9B"})
        CHECK_THAT(text, !Contains(control));
    CHECK_THAT(text, Contains("red"));
}

}  // namespace

TEST_CASE("JSON escapes what terminals obey and leaves other characters") {
    const Program reboost;
    const std::string rows = "x,k\n1,a\n2,b\n1,a\n2,b\n", model = (reboost.folder / "m.h5").string();
    const std::string file = reboost.write("\xC2\xA0\xC2\x9F-\xC2\x80.csv", rows).string();
    const Outcome trained = reboost({"train", file, "--model", model, "--rounds", "1", "--json"});
    CHECK(trained.status == 0);
    CHECK_THAT(trained.out, Contains("\xC2\xA0\\u009f-\\u0080.csv"));
}

TEST_CASE("names with control characters reach no terminal as they are") {
    const Program reboost;
    std::string rows = "x" + kEvil + ",y,band\n";
    for (int i = 0; i < 40; ++i)
        rows += std::to_string(i % 7) + "," + std::to_string(i) + (i % 7 < 3 ? ",low\n" : ",high\n");
    const std::string data = reboost.write(kEvil + ".csv", rows).string();
    const std::string path = (reboost.folder / (kEvilJson + ".csv")).string();
    const std::string results = (reboost.folder / "r").string();
    const std::string config =
        reboost
            .write("c" + kEvil + ".json", R"({"name": ")" + kEvilJson + R"(", "dataset": {"path": ")" + path +
                                              R"("}, "learner": "stump", "booster": {"rounds": 3},
        "selector": [{"name": "full", "as": ")" +
                                              kEvilJson + R"("}, {"name": "random", "k": 1}]})")
            .string();
    check_plain(reboost({"plan", "--check", config}));
    check_plain(reboost({"plan", config}));
    check_plain(reboost({"run", config, "--results", results}));
    for (const char* command : {"status", "runs"})
        check_plain(
            reboost({command, "--results", results, command == std::string("status") ? "--all" : "--json"}));
    check_plain(reboost({"status", config, "--results", results, "--all"}));
    check_plain(reboost({"runs", "--results", results}));
    for (const std::string& id : results::Store(results).list())
        for (const std::vector<std::string>& more :
             {std::vector<std::string>{}, {"--json"}, {"--importances"}}) {
            std::vector<std::string> words{"runs", "show", id, "--results", results};
            words.insert(words.end(), more.begin(), more.end());
            check_plain(reboost(words));
        }
    check_plain(reboost({"run", reboost.write("d.json", R"({"dataset": ")" + kEvilJson + "\"}").string()}),
                false);
    check_plain(reboost({"run", "no" + kEvil}), false);
    check_plain(reboost({"train", data + kEvil}), false);
}

TEST_CASE("an editor's shell, which moves no cursor, gets plain lines of progress") {
    const Program reboost;
    const std::string config =
                          reboost.write("c.json", R"({"dataset": "twonorm", "booster": {"rounds": 20000}})")
                              .string(),
                      log = (reboost.folder / "log").string();
    for (const std::string& term : {std::string("dumb"), std::string("xterm")}) {
        const std::string run =
            std::string(REBOOST_BINARY) + " run " + config + " --results " + (reboost.folder / term).string();
        REQUIRE(
            std::system(("TERM=" + term + " script -qec '" + run + "' " + log + " < /dev/null > /dev/null")
                            .c_str()) == 0);
        CAPTURE(test::text_of(log));
        CHECK(Contains("\x1b").match(test::text_of(log)) == (term == "xterm"));
        CHECK_THAT(test::text_of(log), Contains("1 run: 1 computed"));
    }
}
