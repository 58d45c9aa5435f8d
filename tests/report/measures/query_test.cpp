#include "report/measures/query.hpp"

#include "core/error.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

TEST_CASE("replace_parts drops every field of a part that the override names") {
    const Value base = json(R"({"dataset.name": "letter", "selector.name": "random", "selector.k": 10})");
    const Value result = replace_parts(base, json(R"({"selector.name": "full"})"));
    CHECK(result == json(R"({"dataset.name": "letter", "selector.name": "full"})"));
}

TEST_CASE("Variables are replaced at any depth and unknown ones are refused by name") {
    const Value let = json(R"({"k": 20, "factor": 1.8})");
    CHECK(substitute(json(R"({"a": ["$k", 1], "b": {"c": "$factor"}})"), let) ==
          json(R"({"a": [20, 1], "b": {"c": 1.8}})"));
    CHECK_THROWS_WITH(substitute(Value("$facto"), let), Catch::Contains("factor"));
}
