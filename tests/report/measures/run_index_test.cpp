#include "report/measures/run.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

using Places = std::vector<std::size_t>;

}  // namespace

TEST_CASE("A query names dotted paths, a list means any of, null that there is no value") {
    Settings settings;
    // An option of another version: no defaults are added to such specifications.
    const auto run = [&](const char* id, const char* spec, const Value& attributes) {
        return settings.run({id, json(spec).set("other", 1), attributes});
    };
    const std::vector<Run> runs{
        run("a", R"({"learner": {"name": "tree", "size": 17}, "seed": 3})", json(R"({"classes": 26})")),
        run("b", R"({"learner": {"name": "stump"}, "seed": 3.0})", json(R"({"classes": 10})")),
        run("c", R"({"learner": {"name": "tree", "size": 8, "growth": "best_first"}})", Value()),
    };
    RunIndex index;
    const auto select = [&](const char* query) { return index.select(runs, json(query)); };
    CHECK(select(R"({"learner.name": "tree"})") == Places{0, 2});
    CHECK(select(R"({"learner.size": [8, 17]})") == Places{0, 2});
    CHECK(select(R"({"learner.size": [8, 17], "seed": 3.0})") == Places{0});
    CHECK(select(R"({"seed": 3})") == Places{0, 1});
    CHECK(select(R"({"attributes.classes": 26})") == Places{0});
    CHECK(index.select(runs, Value()) == Places{0, 1, 2});
    CHECK(select(R"({"learner.growth": ["best_first", null]})") == Places{0, 1, 2});
    CHECK(select(R"({"learner.growth": "best_first"})") == Places{2});
    CHECK(select(R"({"learner.size": null})") == Places{1});
    CHECK(select(R"({"learner.size": 16})").empty());
    CHECK(select(R"({"selector.name": "full"})").empty());
    CHECK(select(R"({"learner.size": "17"})").empty());
}
