/// Patterns of `exclude` and `only` that nothing can match are refused.
#include "core/error.hpp"
#include "support/configs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using reboost::test::plan;

namespace {

const std::string kSixSeeds = R"json({"dataset": "usps", "selector": "random(5)", "seed": {"range": [1, 6]},
)json";

std::vector<std::int64_t> seeds_under(const std::string& filter) {
    std::vector<std::int64_t> seeds;
    for (const PlannedRun& run : plan(kSixSeeds + filter + "}").runs)
        seeds.push_back(run.spec.seed);
    return seeds;
}

std::string refusal(const std::string& pattern) {
    try {
        plan(kSixSeeds + "\"exclude\": " + pattern + "}");
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a range in a pattern stands for its numbers") {
    using Seeds = std::vector<std::int64_t>;
    CHECK(seeds_under(R"json("exclude": [{"seed": {"range": [1, 3]}}])json") == Seeds{4, 5, 6});
    CHECK(seeds_under(R"json("only": {"seed": [{"range": [1, 5, 2]}, 6]})json") == Seeds{1, 3, 5, 6});
    CHECK(seeds_under(
              R"json("exclude": {"selector": {"k": {"range": [4, 6]}}, "seed": {"range": [2, 6]}})json") ==
          Seeds{1});
    CHECK(seeds_under(
              R"json("exclude": {"seed": {"range": [-9000000000000000000, 9000000000000000000, 2]}})json") ==
          Seeds{1, 3, 5});
    CHECK_THAT(refusal(R"json({"seed": {"range": [3, 1]}})json"),
               StartsWith("mine.json:2:31: exclude.seed.range: the range is empty"));
    CHECK_THAT(refusal(R"json({"seed": {"range": [1, 3], "x": 1}})json"), Contains("must stand alone"));
}

TEST_CASE("an option that no run has is refused inside an object, too") {
    CHECK_THAT(refusal(R"json({"selector": {"kk": 5}})json"),
               StartsWith("mine.json:2:32: exclude.selector.kk: unknown option 'selector.kk'; did you mean "
                          "'selector.k'?"));
    CHECK_THAT(refusal(R"json([{"seed": 1}, {"booster": {"rouns": 5}}])json"),
               Contains("exclude[1].booster.rouns: unknown option 'booster.rouns'; did you mean "
                        "'booster.rounds'?"));
    CHECK_THAT(refusal(R"json({"selector": ["full", {"policy": {"explration": 5}}]})json"),
               Contains("did you mean 'selector.policy.exploration'?"));
    CHECK_THAT(refusal(R"json({"booster.rounds": {"by_dataset": {"usps": 3}}})json"),
               Contains("unknown option 'booster.rounds.by_dataset'"));
}

TEST_CASE("a value of another type than the option's is refused") {
    CHECK_THAT(refusal(R"json({"seed": "1"})json"),
               StartsWith("mine.json:2:21: exclude.seed: expected a whole number, found the string \"1\""));
    CHECK_THAT(refusal(R"json({"selector.k": [5, "6"]})json"),
               Contains("exclude.selector.k[1]: expected a whole number, found the string \"6\""));
    CHECK_THAT(refusal(R"json({"selector": {"k": 5.5}})json"), Contains("expected a whole number"));
    CHECK_THAT(refusal(R"json({"selector": {"policy": {"exploration": true}}})json"),
               Contains("expected a number, found true"));
    CHECK_THAT(refusal(R"json({"booster.weights": 5})json"), Contains("expected a name, found the number 5"));
    CHECK_THAT(refusal(R"json({"booster.weights": "unifrom"})json"),
               Contains("unknown weights 'unifrom'; did you mean 'uniform'?"));
    CHECK_THAT(refusal(R"json({"evaluation": "error"})json"), Contains("expected an object"));
    CHECK_THAT(refusal(R"json({"dataset.path": 5})json"), Contains("expected a string"));
    for (const char* legitimate :
         {R"json({"seed": 7})json", R"json({"selector.k": 6.0})json", R"json({"booster.budget": null})json",
          R"json({"booster.budget": 5})json", R"json({"selector.policy.exploration": 3})json",
          R"json({"booster": {"base_class": "gap"}})json", R"json({"timing": "timing"})json",
          R"json({"dataset.name": "letter"})json",
          R"json({"booster.rows": {"name": "goss", "top": 0.5}})json", R"json({"selector.as": "mine"})json"})
        CHECK(refusal(legitimate) == "accepted");
}

TEST_CASE("a label that no part can have is refused") {
    const auto excluding = [](const std::string& pattern) {
        return [pattern] { plan(R"({"dataset": "usps", "exclude": )" + pattern + "}"); };
    };
    CHECK_THROWS_WITH(excluding(R"json({"selector": "random(3"})json")(), Catch::Contains("name(number)"));
    CHECK_THROWS_WITH(excluding(R"json({"selector": "full(9)"})json")(), Catch::Contains("has no options"));
    CHECK_THROWS_WITH(excluding(R"json({"dataset": "letter(4)"})json")(),
                      Catch::Contains("has no parentheses"));
    CHECK_NOTHROW(excluding(R"json({"selector": "random(3)"})json")());
}

TEST_CASE("a choice inside a booster is found by its short form") {
    const std::string head = R"json({"dataset": "usps", "learner": "regression_tree(8)", "selector": "full",
        "booster": {"name": "abc_mart", "base_class": [{"name": "gap", "gap": [10, 50]}, "exhaustive"]},)json";
    CHECK(plan(head + R"json("only": {"booster.base_class": "gap(50)"}})json").runs.size() == 1);
    CHECK(plan(head + R"json("exclude": {"booster": {"base_class": "gap(50)"}}})json").runs.size() == 2);
    CHECK(plan(head + R"json("only": {"booster.base_class": "gap"}})json").runs.size() == 2);
    const std::string rows = R"json({"dataset": "usps",
        "booster": {"rows": ["all", {"name": "weight_trimming", "theta": [0.9, 0.99]}]},)json";
    CHECK(plan(rows + R"json("only": {"booster.rows": "weight_trimming(0.9)"}})json").runs.size() == 1);
    const std::string goss = R"json({"dataset": "usps", "learner": "regression_tree(8)", "selector": "full",
        "booster": {"name": "mart", "rows": {"name": "goss", "top": [0.1, 0.2, 0.11]}},)json";
    CHECK(plan(goss + R"json("only": {"booster.rows": "goss(0.1)"}})json").runs.size() == 1);
}

TEST_CASE("a bandit is found by its policy's name, also under the key name") {
    const std::string head =
        R"json({"dataset": "usps", "selector": ["full", "ucb(5)", "ucb(6)", "exp3(5)"],)json";
    CHECK(plan(head + R"json("only": {"selector.name": "ucb"}})json").runs.size() == 2);
    CHECK(plan(head + R"json("only": {"selector": {"name": "ucb", "k": 5}}})json").runs.size() == 1);
    CHECK(plan(head + R"json("only": {"selector": {"name": "bandit", "k": 5}}})json").runs.size() == 2);
    CHECK(plan(head + R"json("only": {"selector.name": "full"}})json").runs.size() == 1);
    CHECK(plan(head + R"json("only": {"selector": {"policy.name": ["exp3"]}}})json").runs.size() == 1);
}
