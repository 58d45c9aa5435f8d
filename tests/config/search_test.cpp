/// Ranges and `search`: points of a box in place of a grid's.
#include "config/config.hpp"
#include "config/schema.hpp"
#include "support/configs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;

namespace {

SweepConfig parsed(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return test::parse_config(text, "mine.json", "", overrides);
}

std::string with_exploration(const std::string& range, const std::string& search = R"({"random": 30})") {
    return R"({"dataset": "usps", "selector": {"name": "bandit", "policy": {"name": "ucb", "exploration": )" +
           range + R"(}}, "search": )" + search + "}";
}

double exploration_of(const PlannedRun& run) {
    return run.complete().at("selector").at("policy").at("exploration").as_number();
}

std::vector<double> explorations(const SweepConfig& config) {
    std::vector<double> values;
    for (const PlannedRun& run : config.runs)
        values.push_back(exploration_of(run));
    return values;
}

/// How many values lie in each of ten equal parts of [0, 1].
std::vector<int> tenths(const std::vector<double>& values) {
    std::vector<int> counts(10, 0);
    for (const double value : values)
        ++counts.at(static_cast<std::size_t>(std::min(9.0, value * 10)));
    return counts;
}

}  // namespace

TEST_CASE("a random search fills a range, on a linear and on a log scale") {
    const std::vector<double> linear =
        explorations(parsed(with_exploration(R"({"from": 0, "to": 1})", R"({"random": 2000})")));
    CHECK(linear.size() >= 1990);  // two points may round to the same six digits
    for (const int count : tenths(linear))
        CHECK(std::abs(count - 200) < 60);
    std::vector<double> logs = explorations(
        parsed(with_exploration(R"({"from": 0.001, "to": 10, "scale": "log"})", R"({"random": 2000})")));
    for (double& value : logs)
        value = (std::log10(value) + 3) / 4;
    for (const int count : tenths(logs))
        CHECK(std::abs(count - 200) < 60);
}

TEST_CASE("Sobol's points put as many into each half, quarter and eighth of every coordinate") {
    const SweepConfig config = parsed(R"({"dataset": "usps", "search": {"sobol": 64},
        "learner": {"name": "tree", "size": 5},
        "selector": {"name": "bandit", "policy": {"name": "ucb", "exploration": {"from": 0, "to": 1}}},
        "booster": {"name": "adaboost_mh", "alpha_smoothing": {"from": 0.0, "to": 1.0},
                    "max_alpha": {"from": 1.0, "to": 2.0}}})");
    REQUIRE(config.runs.size() == 64);
    std::set<std::pair<int, int>> fields;
    for (const char* option : {"alpha_smoothing", "max_alpha", "exploration"}) {
        std::vector<int> eighths(8, 0);
        for (const PlannedRun& run : config.runs) {
            const Value complete = run.complete();
            const double value = option == std::string("exploration")
                                     ? exploration_of(run)
                                     : complete.at("booster").at(option).as_number();
            const double share = option == std::string("max_alpha") ? value - 1 : value;
            ++eighths.at(static_cast<std::size_t>(share * 8));
        }
        CHECK(eighths == std::vector<int>(8, 8));
    }
    for (const PlannedRun& run : config.runs)
        fields.insert({static_cast<int>(exploration_of(run) * 8),
                       static_cast<int>(run.complete().at("booster").at("alpha_smoothing").as_number() * 8)});
    CHECK(fields.size() == 64);  // a (0, 6, 2)-net has one point in each of 8 x 8 fields
}

TEST_CASE("a longer search begins with the shorter one's points, another seed with others") {
    for (const std::string sequence : {"random", "sobol"}) {
        const auto points = [&](int count, int seed) {
            return explorations(parsed(with_exploration(R"({"from": 0, "to": 1})",
                                                        "{\"" + sequence + "\": " + std::to_string(count) +
                                                            ", \"seed\": " + std::to_string(seed) + "}")));
        };
        const std::vector<double> few = points(5, 1), many = points(9, 1), others = points(5, 2);
        CHECK(std::equal(few.begin(), few.end(), many.begin()));
        CHECK(few != others);
        CHECK(few == points(5, 1));
    }
}

TEST_CASE(
    "whole options get whole numbers, both ends included, others the fraction even between whole ends") {
    std::set<std::int64_t> sizes;
    for (const PlannedRun& run : parsed(R"({"dataset": "usps", "search": {"random": 200},
        "learner": {"name": "tree", "size": {"from": 2, "to": 6}}})")
                                     .runs)
        sizes.insert(run.complete().at("learner").at("size").as_integer());
    CHECK(sizes == std::set<std::int64_t>{2, 3, 4, 5, 6});
    std::size_t whole = 0;
    for (const double value : explorations(parsed(with_exploration(R"({"from": 1, "to": 4})"))))
        whole += value == std::floor(value) ? 1 : 0;
    CHECK(whole < 3);
}

TEST_CASE("whole numbers may be written 1e2 in ranges and searches, too") {
    CHECK(
        parsed(R"json({"dataset": "usps", "selector": "random(1)", "seed": {"range": [1e0, 1e1, 3.0]}})json")
            .runs.size() == 4);
    const SweepConfig config = parsed(R"({"dataset": "usps", "search": {"random": 2e1, "seed": 2.0},
        "learner": {"name": "tree", "size": {"from": 1e1, "to": 2e3}}})");
    CHECK(config.runs.size() == 20);
    const SweepConfig plain = parsed(R"({"dataset": "usps", "search": {"random": 20, "seed": 2},
        "learner": {"name": "tree", "size": {"from": 10, "to": 2000}}})");
    CHECK(config.runs.front().complete() == plain.runs.front().complete());
    CHECK_THROWS_WITH(parsed(R"({"dataset": "usps", "seed": {"range": [1, 2.5]}})"),
                      Catch::Contains("expected a whole number, found the number 2.5"));
    CHECK_THROWS_WITH(parsed(R"({"dataset": "usps", "seed": {"range": [1, 1e300]}})"),
                      Catch::Contains("expected a whole number"));
}

TEST_CASE("each method has points of its own ranges; one without any is one run; lists multiply beside") {
    const SweepConfig config = parsed(R"({"dataset": ["usps", "letter"], "search": {"random": 7},
        "selector": ["full",
                     {"name": "bandit", "policy": {"name": "ucb", "exploration": {"from": 0.1, "to": 4.0}}},
                     {"name": "bandit", "policy": {"name": "eps_greedy", "epsilon": {"from": 0.1, "to": 0.9}}}]})");
    std::size_t full = 0, ucb = 0, other = 0;
    for (const PlannedRun& run : config.runs) {
        const Value selector = run.complete().at("selector");
        const bool bandit = selector.at("name").as_string() == "bandit";
        ++(!bandit ? full : selector.at("policy").at("name").as_string() == "ucb" ? ucb : other);
    }
    CHECK(full == 2);
    CHECK(ucb == 14);
    CHECK(other == 14);
}

TEST_CASE("a profile and the command line may replace the search") {
    const std::string text = with_exploration(R"({"from": 0, "to": 1})");
    CHECK(parsed(text).runs.size() == 30);
    CHECK(parsed(text, {R"(search={"sobol": 3})"}).runs.size() == 3);
    const std::string profiled =
        text.substr(0, text.size() - 1) + R"(, "profiles": {"smoke": {"search": {"random": 2}}}})";
    CHECK(test::parse_config(profiled, "mine.json", "smoke").runs.size() == 2);
    CHECK(parsed(text, {"selector.policy.exploration={\"from\": 5, \"to\": 6}"}).runs.size() == 30);
}

TEST_CASE("what is wrong with a search is told with its place") {
    const auto told = [](const std::string& text) -> std::string {
        try {
            parsed(text);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "accepted";
    };
    CHECK_THAT(told(with_exploration(R"({"from": 2, "to": 1})")),
               Catch::Contains("mine.json:1:") && Catch::Contains("'to' is not above 'from'"));
    CHECK_THAT(told(with_exploration(R"({"from": 0, "to": 1, "scale": "log"})")),
               Catch::Contains("begins above 0"));
    CHECK_THAT(told(with_exploration(R"({"from": 0, "to": 1, "scale": "cubic"})")),
               Catch::Contains("known: linear, log"));
    CHECK_THAT(told(with_exploration(R"({"from": 0, "too": 1})")), Catch::Contains("did you mean 'to'"));
    CHECK_THAT(told(with_exploration(R"({"from": 0})")), Catch::Contains("'from' and 'to'"));
    CHECK_THAT(told(with_exploration(R"({"from": "a", "to": 1})")), Catch::Contains("expected a number"));
    CHECK_THAT(told(with_exploration("1")), Catch::Contains("nothing to search"));
    for (const char* search : {"30", "{}", R"({"random": 3, "sobol": 3})"})
        CHECK_THAT(told(with_exploration(R"({"from": 0, "to": 1})", search)),
                   Catch::Contains("search: expected"));
    CHECK_THAT(told(with_exploration(R"({"from": 0, "to": 1})", R"({"random": 0})")),
               Catch::Contains("allowed: 1 to"));
    CHECK_THAT(told(with_exploration(R"({"from": 0, "to": 1})", R"({"radnom": 3})")),
               Catch::Contains("random"));
    CHECK_THAT(told(R"({"dataset": "usps", "learner": {"name": "tree", "size": {"from": 2, "to": 6}}})"),
               Catch::Contains("learner.size") && Catch::Contains("needs a search"));
    CHECK_THAT(
        told(
            R"({"dataset": "usps", "search": {"random": 3}, "learner": {"name": "tree", "size": {"from": 2.5, "to": 6}}})"),
        Catch::Contains("must be whole"));
    CHECK_THAT(
        told(R"({"dataset": {"name": "usps", "seed": {"from": 1, "to": 9}}, "search": {"random": 3}})"),
        Catch::Contains("cannot stand inside dataset"));
    CHECK_THAT(
        told(
            R"({"dataset": "usps", "search": {"random": 3}, "learner": {"name": "tree", "sise": {"from": 2, "to": 6}}})"),
        Catch::Contains("did you mean 'size'"));
    // Out of the option's bounds: told once, at the range.
    CHECK_THAT(told(with_exploration(R"({"from": 2e6, "to": 3e6})", R"({"random": 1})")),
               Catch::Contains("out of range"));
}

TEST_CASE("the schema knows ranges and searches") {
    const std::string schema = to_json(json_schema());
    CHECK_THAT(schema, Catch::Contains("\"search_range\"") && Catch::Contains("\"sobol\""));
}
