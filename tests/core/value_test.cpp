#include "core/value.hpp"

#include "core/error.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;

TEST_CASE("JSON on one line keeps the order in which keys were set", "[core]") {
    Value value = Value::object();
    value.set("b", 1).set("a", Value::List{true, true, 2.5, "x"}).set("none", Value{});
    CHECK(to_json(value) == R"({"b":1,"a":[true,true,2.5,"x"],"none":null})");
    value.set("b", "again");
    CHECK(to_json(value) == R"({"b":"again","a":[true,true,2.5,"x"],"none":null})");
}

TEST_CASE("The canonical form sorts keys at every depth, by bytes", "[core]") {
    Value inner = Value::object();
    inner.set("z", 1).set("Z", 2).set("a", 3);
    Value value = Value::object();
    value.set("y", inner).set("x", Value::list());
    CHECK(to_json(value, -1, true) == R"({"x":[],"y":{"Z":2,"a":3,"z":1}})");
}

TEST_CASE("Numbers print with the fewest digits that read back equal", "[core]") {
    CHECK(to_json(0.1) == "0.1");
    CHECK(to_json(1.0) == "1.0");
    CHECK(to_json(-0.0) == "-0.0");
    CHECK(to_json(1e300) == "1e+300");
    CHECK(to_json(1.0 / 3) == "0.3333333333333333");
    CHECK(to_json(std::int64_t{9007199254740993}) == "9007199254740993");
    CHECK(to_json(std::nan("")) == "null");
    CHECK(to_json(std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("Whole numbers above the largest signed one become doubles", "[core]") {
    CHECK(Value(std::uint64_t{9223372036854775807U}) == Value(std::int64_t{9223372036854775807}));
    CHECK(Value(std::uint64_t{18446744073709551615U}).as_number() == 18446744073709551616.0);
}

TEST_CASE("Strings are escaped, UTF-8 passes", "[core]") {
    CHECK(to_json("a\"b\\c\n\t\r\x01") == R"("a\"b\\c\n\t\r\u0001")");
    CHECK(to_json("γ ≤ 1") == "\"γ ≤ 1\"");
}

TEST_CASE("Indented JSON puts one member on a line", "[core]") {
    Value value = Value::object();
    value.set("a", Value::List{1, 2}).set("b", Value::object());
    CHECK(to_json(value, 2) == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
}

TEST_CASE("A value of another type is refused by name", "[core]") {
    CHECK_THROWS_WITH(Value("x").as_integer(), "expected an integer, found a string");
    CHECK_THROWS_WITH(Value(1.5).as_integer(), Catch::Contains("expected an integer"));
    CHECK_THROWS_AS(Value(1).as_list(), DataError);
    CHECK_THROWS_WITH(Value::object().at("rounds"), Catch::Contains("'rounds'"));
    CHECK(Value(3).as_number() == 3.0);
    CHECK(Value(3).find("x") == nullptr);
}

TEST_CASE("A null becomes what is put into it", "[core]") {
    Value object, list;
    object.set("a", 1);
    list.push(2);
    CHECK(object.is_object());
    CHECK(list.as_list().size() == 1);
    CHECK(object.at("a") == Value(1));
}

TEST_CASE("Paths lead to values, texts and numbers, or to what is said otherwise", "[core]") {
    Value tree =
        Value::object().set("booster", Value::object().set("name", "mart").set("rounds", 5)).set("seed", 1.5);
    CHECK(find_path(tree, "booster.rounds")->as_integer() == 5);
    CHECK(find_path(tree, "") == &tree);
    CHECK(find_path(tree, "booster.rounds.more") == nullptr);
    CHECK(text_at(tree, "booster.name") == "mart");
    CHECK(text_at(tree, "booster.rounds", "none") == "none");
    CHECK(number_at(tree, "booster.rounds", 0) == 5);
    CHECK(number_at(tree, "booster.name", 7) == 7);
    CHECK(plain_text(tree.at("seed")) == "1.5");
    CHECK(plain_text(Value("a b")) == "a b");
}

TEST_CASE("What stands at paths is left out, whatever there is", "[core]") {
    const Value tree = Value::object().set("a", Value::object().set("b", 1).set("c", 2)).set("d", 3);
    CHECK(to_json(without(tree, {"a.b", "d", "x", "a.x", "d.x"})) == R"({"a":{"c":2}})");
    CHECK(to_json(without(tree, {"a"})) == R"({"d":3})");
    CHECK(to_json(without(Value(3), {"a"})) == "3");
}

TEST_CASE("Every leaf is visited with its path, lists whole", "[core]") {
    const Value tree =
        Value::object().set("a", Value::object().set("b", Value(Value::List{1, 2}))).set("c", Value());
    std::string seen;
    for_each_leaf(tree, [&](const std::string& path, const Value& value) {
        seen += path + "=" + to_json(value) + " ";
    });
    CHECK(seen == "a.b=[1,2] c=null ");
    CHECK(same_value(Value(1), Value(1.0)));
    CHECK_FALSE(same_value(Value("1"), Value(1)));
}
