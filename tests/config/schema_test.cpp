#include "config/schema.hpp"

#include "bandits/policy.hpp"
#include "config/config.hpp"
#include "config/json.hpp"
#include "config/run_spec.hpp"

#include <regex>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;

TEST_CASE("every alternative of every part has a name of its own and helps with each option") {
    std::set<std::string> names;
    for (const auto& group :
         {part_docs("learner"), part_docs("selector"), policy_docs(), part_docs("booster")})
        for (const AlternativeDoc& doc : group) {
            CHECK(names.insert(doc.name).second);
            for (const FieldDoc& field : doc.fields) {
                INFO(doc.name << "." << field.name);
                CHECK_FALSE(field.help.empty());
                CHECK(field.min <= field.max);
            }
        }
    CHECK(names.contains("stump"));
    CHECK(names.contains("ucb"));
}

TEST_CASE("the options' text shows name, type, default and help of each") {
    CHECK(docs_as_text(std::vector<AlternativeDoc>{part_docs("selector")[1]}) ==
          "random\n  k  integer, 1 to 1000000000  1  features scanned per decision\n");
    CHECK_THAT(docs_as_text(policy_docs()),
               Catch::Matchers::StartsWith(
                   "ucb: " + std::string(bandits::Policy::entries().front().alternative.help) + "\n"));
    const std::string learners = docs_as_text(part_docs("learner"));
    CHECK_THAT(learners, Catch::Matchers::Contains("binning.max_bins"));
    CHECK_THAT(learners, Catch::Matchers::Contains("leaves | inner_nodes"));
}

TEST_CASE("the defaults that the docs tell are those that an empty config gets") {
    const Value complete = complete_value(read_run_spec(parse_json(R"json({"dataset": "usps"})json")));
    for (const FieldDoc& field : run_docs())
        if (field.name != "dataset") CHECK(complete.at(field.name) == field.default_value);
}

TEST_CASE("the schema covers each option of each part") {
    const std::string schema = to_json(json_schema());
    for (const auto& group : {part_docs("learner"), part_docs("selector"), part_docs("booster")})
        for (const AlternativeDoc& doc : group)
            for (const FieldDoc& field : doc.fields)
                CHECK(schema.find("\"" + field.name + "\":{\"$ref\"") != std::string::npos);
    CHECK(json_schema().at("$schema").as_string() == "https://json-schema.org/draft/2020-12/schema");
}

TEST_CASE(
    "the schema takes an alternative by its own name and by those that stand for it, with a number or without") {
    const Value schema = json_schema();
    const auto pattern = [&](const char* alternative) {
        const Value& properties = schema.at("$defs").at(alternative).at("properties");
        return properties.at("name").at("pattern").as_string();
    };
    CHECK(pattern("policy.kl_ucb") == R"(^(kl_ucb)(\([^()]+\))?$)");
    const std::regex bandit(pattern("selector.bandit"));
    for (const char* name : {"bandit", "ucb", "ucb(5)", "moss(1)"})
        CHECK(std::regex_match(name, bandit));
    CHECK_FALSE(std::regex_match("full", bandit));
}

TEST_CASE("the schema of a config is an object of known keys, those of a block among them") {
    const Value schema = json_schema();
    CHECK(schema.at("type").as_string() == "object");
    CHECK(to_json(schema.at("additionalProperties")) == "false");
    for (const char* key : {"grid", "defaults", "profiles", "dataset", "learner", "selector", "booster"})
        CHECK(schema.at("properties").find(key) != nullptr);
}

TEST_CASE("optional, list and boolean options are read and written like the others") {
    const auto read = [](const std::string& booster) {
        return read_run_spec(
            parse_located(R"json({"dataset": "usps", "booster": )json" + booster + "}", "f"));
    };
    const RunSpec spec = read(R"json({"name": "adaboost_bt", "budget": 2})json");
    CHECK(to_json(canonical_value(spec).at("booster")) == R"json({"name":"adaboost_bt","budget":2.0})json");
    CHECK(canonical_value(read(R"json({"name": "adaboost_bt", "budget": null})json")).at("booster") ==
          Value::object().set("name", "adaboost_bt"));
    CHECK(complete_value(spec).at("booster").at("budget") == Value(2.0));
    const RunSpec played = read(R"json({"name": "bandit_problem", "means": [0.5, 1]})json");
    CHECK(to_json(complete_value(played).at("booster").at("means")) == "[0.5,1.0]");
    CHECK_THROWS_WITH(read(R"json({"name": "adaboost_bt", "budget": -1})json"),
                      Catch::Matchers::Contains("-1 is out of range"));
    CHECK_THROWS_WITH(
        read(R"json({"name": "adaboost_mh", "weights": "uniforn"})json"),
        Catch::Matchers::Contains("f:1:") && Catch::Matchers::Contains("did you mean 'uniform'?"));
    CHECK_THROWS_WITH(read(R"json({"name": "bandit_problem", "means": 1})json"),
                      Catch::Matchers::Contains("expected a list"));
    CHECK_THROWS_WITH(
        read_run_spec(parse_located(
            R"json({"dataset": "usps", "selector": {"name": "bandit", "policy": {"name": "tsallis_inf", "reduced_variance": 1}}})json")),
        Catch::Matchers::Contains("expected true or false, found the number 1"));
}
