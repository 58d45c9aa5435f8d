#include "config/schema.hpp"

#include "bandits/options.hpp"
#include "config/config.hpp"
#include "config/json.hpp"
#include "config/spec_value.hpp"
#include "config/write_fields.hpp"

#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;

TEST_CASE("every alternative of every part has a name of its own and helps with each option") {
    std::set<std::string> names;
    for (const auto& group : {learner_docs(), selector_docs(), policy_docs(), booster_docs()})
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
    CHECK(docs_as_text(std::vector<AlternativeDoc>{selector_docs()[1]}) ==
          "random\n  k  integer, 1 to 1000000000  1  features scanned per decision\n");
    CHECK_THAT(docs_as_text(policy_docs()),
               Catch::Matchers::StartsWith("ucb: " + std::string(bandits::UcbOptions::kHelp) + "\n"));
    const std::string learners = docs_as_text(learner_docs());
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
    for (const auto& group : {learner_docs(), selector_docs(), booster_docs()})
        for (const AlternativeDoc& doc : group)
            for (const FieldDoc& field : doc.fields)
                CHECK(schema.find("\"" + field.name + "\":{\"$ref\"") != std::string::npos);
    CHECK(json_schema().at("$schema").as_string() == "https://json-schema.org/draft/2020-12/schema");
}

TEST_CASE("the schema of a config is an object of known keys, those of a block among them") {
    const Value schema = json_schema();
    CHECK(schema.at("type").as_string() == "object");
    CHECK(to_json(schema.at("additionalProperties")) == "false");
    for (const char* key : {"grid", "defaults", "profiles", "dataset", "learner", "selector", "booster"})
        CHECK(schema.at("properties").find(key) != nullptr);
}

namespace {

enum class Fruit { apple, pear };
constexpr EnumNames<Fruit, 2> enum_names(Fruit) {
    return {{{Fruit::apple, "apple"}, {Fruit::pear, "pear"}}};
}

struct Basket {
    std::optional<double> weight;
    std::vector<Fruit> fruits{Fruit::pear};
    std::uint32_t count = 3;
    bool open = false;
};
template <class Visitor>
void describe(Visitor& visit, Basket& o) {
    visit("weight", o.weight, FieldInfo{"kg", 0, 10});
    visit("fruits", o.fruits, FieldInfo{"what lies in it"});
    visit("count", o.count, FieldInfo{"how many"});
    visit("open", o.open, FieldInfo{"whether it has no lid"});
}

}  // namespace

#include "config/read_fields.hpp"

TEST_CASE("optional, list, unsigned and boolean options are written and read like the others") {
    Basket basket;
    CHECK(to_json(complete_field(basket)) ==
          R"json({"weight":null,"fruits":["pear"],"count":3,"open":false})json");
    CHECK_FALSE(canonical_field(basket, Basket{}));
    read_members(parse_located(R"json({"weight": 2, "fruits": ["apple", "pear"], "open": true})json"), basket,
                 "basket", false);
    CHECK(to_json(*canonical_field(basket, Basket{})) ==
          R"json({"weight":2.0,"fruits":["apple","pear"],"open":true})json");
    read_members(parse_located(R"json({"weight": null})json"), basket, "basket", false);
    CHECK_FALSE(basket.weight);
    CHECK_THROWS_WITH(
        read_members(parse_located(R"json({"fruits": ["aple"]})json", "f"), basket, "basket", false),
        Catch::Matchers::Contains("f:1:13: fruits[0]: unknown fruits 'aple'; did you mean 'apple'?"));
    CHECK_THROWS_WITH(read_members(parse_located(R"json({"count": -1})json"), basket, "basket", false),
                      Catch::Matchers::Contains("-1 is out of range"));
    CHECK_THROWS_WITH(read_members(parse_located(R"json({"open": 1})json"), basket, "basket", false),
                      Catch::Matchers::Contains("expected true or false, found the number 1"));
}
