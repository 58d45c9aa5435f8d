#include "config/json.hpp"

#include "core/error.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

TEST_CASE("JSON with comments becomes a Value with its keys in order") {
    const Value value = parse_json(
        "// first\n{\"b\": [1, 2.5, true, null, \"x\\\"y\"], /* in between */ \"a\": {\"c\": -3}}");
    CHECK(to_json(value) == R"json({"b":[1,2.5,true,null,"x\"y"],"a":{"c":-3}})json");
    CHECK(value.at("b").as_list()[0].is_integer());
    CHECK_FALSE(value.at("b").as_list()[1].is_integer());
}

TEST_CASE("every value remembers file, line, column and path") {
    const Node root =
        parse_located("{\n  \"grid\": [\n    {\"k\": 12, \"name\": \"a\\\"b\"}, 7]\n}", "f.json");
    const Node& block = (*root.find("grid")->list())[0];
    CHECK(block.find("k")->place() == "f.json:3:11: grid[0].k");
    CHECK(block.find("name")->place() == "f.json:3:23: grid[0].name");
    CHECK((*root.find("grid")->list())[1].place() == "f.json:3:32: grid[1]");
}

TEST_CASE("comments at the margin and beside each other do not move the places of values") {
    const Node root = parse_located("// one\n// two\n/* a *//* b */ [/*/ c */ 7,\n//\n8]", "f.json");
    CHECK((*root.list())[0].place() == "f.json:3:26: [0]");
    CHECK((*root.list())[1].place() == "f.json:5:1: [1]");
    const Node close = parse_located("[1/* b */, 2/**/]", "f.json");
    CHECK((*close.list())[1].place() == "f.json:1:12: [1]");
}

TEST_CASE("a duplicate key is refused with both places") {
    CHECK_THROWS_WITH(parse_json("{\"seed\": 1,\n \"seed\": 2}", "f.json"),
                      Equals("f.json:2:2: duplicate key 'seed' (first at line 1)"));
    CHECK_NOTHROW(parse_json(R"json({"a": {"x": 1}, "b": {"x": 1}})json"));
}

TEST_CASE("a syntax error is reported with line and column") {
    CHECK_THROWS_AS(parse_json("{\n  \"a\": 1,\n  \"b\" 2}", "f.json"), UsageError);
    CHECK_THROWS_WITH(parse_json("{\n  \"a\": 1,\n  \"b\" 2}", "f.json"),
                      StartsWith("f.json:3:7: ") && Contains("':'"));
    CHECK_THROWS_WITH(parse_json("{\"a\": [1, 2}", "f.json"),
                      StartsWith("f.json:1:12: ") && !Contains("comma"));
    for (const char* text : {"{\"a\": 1,}", "[1, 2,]"})
        CHECK_THROWS_WITH(parse_json(text, "f.json"), EndsWith("; no comma goes before a closing bracket"));
    for (const char* text : {"{\"a\": 1 \"b\": 2}", "[1 2]", "[\"a\" \"b\"]"})
        CHECK_THROWS_WITH(parse_json(text, "f.json"), EndsWith("; is a comma missing before it?"));
    CHECK_THROWS_WITH(parse_json("", "f.json"), StartsWith("f.json:1:1: "));
    CHECK_THROWS_WITH(parse_json("{} {}", "f.json"), StartsWith("f.json:1:4: "));
    CHECK_THROWS_WITH(parse_json("[18446744073709551615]", "f.json"),
                      Equals("f.json:1:2: the number is too large"));
}

TEST_CASE("lists and objects nest at most 200 deep") {
    const auto nested = [](std::size_t levels) {
        return "\n" + std::string(levels, '[') + std::string(levels, ']');
    };
    CHECK_NOTHROW(parse_json(nested(200), "f.json"));
    CHECK_THROWS_AS(parse_json(nested(201), "f.json"), UsageError);
    CHECK_THROWS_WITH(parse_json(nested(201), "f.json"),
                      Equals("f.json:2:201: lists and objects are nested more than 200 deep"));
    CHECK_THROWS_WITH(parse_json("{\"" + std::string(1200, 'k') + "\": [0, 0]}", "f.json"),
                      Contains("f.json:1:") && Contains("more than 1000 characters together"));
    CHECK_THROWS_AS(parse_json(std::string(100'000, '['), "f.json"), UsageError);
}

TEST_CASE("a file that cannot be read is named with the reason") {
    CHECK_THROWS_AS(read_json_file("/no/such/file.json"), IoError);
    CHECK_THROWS_WITH(read_json_file("/no/such/file.json"),
                      Equals("cannot open '/no/such/file.json': No such file or directory"));
    CHECK_THROWS_WITH(read_json_file("/"), Equals("'/' is a folder, expected a file"));
}
