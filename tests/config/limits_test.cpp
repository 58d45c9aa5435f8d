/// Small configs that ask for much are refused before anything is made of them.
#include "config/grid.hpp"
#include "support/configs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
using Catch::Contains;

namespace {

/// Why a config is refused; fails the test where a single run was looked at before, which would not fit.
std::string refusal_of_limits(const std::string& text) {
    const std::string misfit = "evaluation.validation_fraction=1e-9";
    try {
        test::parse_config(text, "f.json", "", {misfit});
    } catch (const UsageError& error) {
        CHECK_THAT(error.what(), !Contains("validation_fraction"));
        return error.what();
    }
    return "nothing";
}

std::string seeds(const std::string& range) {
    return R"json({"dataset": "usps", "selector": "random(1)", "seed": {"range": )json" + range + "}}";
}

std::string numbers(int count) {
    std::string list = "[0";
    for (int i = 1; i < count; ++i)
        list += "," + std::to_string(i);
    return list + "]";
}

}  // namespace

TEST_CASE("ranges near the largest number end, and long ones are refused") {
    CHECK_THROWS_WITH(test::plan(seeds("[9223372036854775800, 9223372036854775807]")),
                      Contains("seed.range") && Contains("9223372036854775807"));
    CHECK_THROWS_WITH(test::plan(seeds("[1, 9223372036854775807, 9223372036854775806]")),
                      Contains("seed.range") && Contains("9223372036854775807"));
    CHECK_THAT(refusal_of_limits(seeds("[-9223372036854775807, 9223372036854775807]")),
               Contains("more than 100000 numbers"));
    CHECK_THAT(refusal_of_limits(seeds("[1, 100001]")), Contains("more than 100000 numbers"));
    CHECK(test::plan(seeds("[9000000000000000, 9000000000000000]")).runs.size() == 1);
    CHECK(test::plan(seeds("[3, 10, 4]")).runs.size() == 2);
}

TEST_CASE("a config may have exactly the largest number of runs") {
    const std::string text = seeds("[1, 100000]");
    const auto runs =
        test::plan(text.substr(0, text.size() - 1) + R"(, "only": {"seed": [1, 100000]}})").runs;
    REQUIRE(runs.size() == 2);
    CHECK(runs.back().spec.seed == 100'000);
}

TEST_CASE("blocks, zips and lists are counted before a run is made") {
    const std::string many = R"({"seed": {"range": [1, 60000]}})";
    CHECK_THAT(refusal_of_limits(R"json({"dataset": "usps", "selector": "random(1)", "grid": [)json" + many +
                                 "," + many + "]}"),
               Contains("more than 100000 runs"));
    const std::string zip = R"({"seed": )" + numbers(400) + "}",
                      other = R"({"booster.rounds": )" + numbers(400) + "}";
    CHECK_THAT(refusal_of_limits(R"json({"dataset": "usps", "selector": "random(1)", "zip": {"seed": )json" +
                                 numbers(120'000) + "}}"),
               Contains("more than 100000 runs"));
    CHECK_THAT(refusal_of_limits(R"json({"dataset": "usps", "selector": "random(1)", "zip": [)json" + zip +
                                 "," + other + "]}"),
               Contains("more than 100000 runs"));
    CHECK_THAT(refusal_of_limits(R"json({"dataset": "usps", "selector": "random(1)", "seed": )json" +
                                 numbers(120'000) + "}"),
               Contains("more than 100000 runs"));
}

TEST_CASE("a long text in a zip is not copied to very many runs") {
    const std::string path(300'000, 'x');
    CHECK_THAT(refusal_of_limits(R"json({"selector": "random(1)", "dataset": {"path": ")json" + path +
                                 R"json("}, "zip": {"seed": )json" + numbers(1000) + "}}"),
               Contains("bytes of text in all runs"));
}

TEST_CASE("a long text that is not the first choice counts in all its runs") {
    const std::string text(100'000, 'x');
    CHECK_THAT(
        refusal_of_limits(R"json({"dataset": "usps", "learner": ["stump", {"name": "stump", "as": ")json" +
                          text + R"json("}], "selector": "random(1)", "seed": {"range": [1, 20000]}})json"),
        Contains("bytes of text in all runs"));
}

TEST_CASE("very many zips of one value are refused") {
    std::string zips = R"({"seed": [1]})";
    for (int i = 0; i < 200'000; ++i)
        zips += R"(,{"seed": [1]})";
    CHECK_THAT(
        refusal_of_limits(R"json({"dataset": "usps", "selector": "random(1)", "zip": [)json" + zips + "]}"),
        Contains("more than 100 zips"));
}

TEST_CASE("very long names, very many unknown keys and backslashes are refused at once") {
    const std::string name(900'000, 'x');
    CHECK(refusal_of_limits(R"({"dataset": ")" + name + "\"}").size() < 1000);
    CHECK_THAT(refusal_of_limits("{\"dataset\": \"" + std::string(600'000, '\\') + "\"}"),
               Contains("unknown dataset"));
    CHECK_THAT(refusal_of_limits("{\"dataset\": \"" + std::string(300'000, '\\') + "\\\"" +
                                 std::string(300'000, '\\') + "\"}"),
               Contains("unknown dataset"));
    std::string keys = R"({"dataset": "usps")";
    for (int i = 0; i < 60'000; ++i)
        keys += ",\"k" + std::to_string(i) + "\": 1";
    CHECK_THROWS_WITH(test::plan(keys + "}"), Contains("'k0'") && Contains("more)"));
}
