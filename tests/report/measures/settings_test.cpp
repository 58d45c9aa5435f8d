#include "core/error.hpp"
#include "report/measures/run.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

std::string header(const std::string& spec) {
    return R"({"spec":)" + spec + R"(,"attributes":{"rows":7}})";
}

}  // namespace

TEST_CASE("Runs that differ in their seeds only are of one setting") {
    Settings settings;
    const auto run = [&](const char* dataset_seed, const char* seed) {
        return settings.run("id",
                            header(std::string(R"({"dataset":{"name":"letter","seed":)") + dataset_seed +
                                   R"(},"learner":{"name":"stump"},"selector":{"name":"full"},)" +
                                   R"("booster":{"name":"adaboost_mh","rounds":20},"seed":)" + seed + "}"),
                            "a file");
    };
    const Run one = run("1", "3"), other = run("12", "0"), text = run("1", R"("x")");
    CHECK(one.setting == other.setting);
    CHECK(one.setting != text.setting);
    CHECK(one.rounds_asked() == 20);
    CHECK(number_at(one.spec(), "seed", -1) == 3);
    CHECK(number_at(one.spec(), "dataset.seed", -1) == 1);
    CHECK(number_at(other.spec(), "seed", -1) == 0);
    CHECK(number_at(other.spec(), "dataset.seed", -1) == 12);
    CHECK(text_at(text.spec(), "seed") == "x");
    CHECK(number_at(one.attributes, "rows", 0) == 7);
    CHECK(text_at(one.spec(), "booster.weights") == "balanced");  // an option that the header lacks
    CHECK(settings.run({"id", text.spec(), text.attributes}).spec() == text.spec());
    CHECK(settings.run({"id", one.spec(), one.attributes}).spec() == one.spec());
}

TEST_CASE("A specification whose seeds stand elsewhere is a setting of its own") {
    Settings settings;
    for (const char* spec :
         {R"({"seed":3})", R"({"seed":3,"other":{"seed":4}})",
          R"({"dataset":{"seed":1},"seed":2,"other":{"seed":9}})", R"({"dataset":{"seed":-1},"seed":2})"}) {
        const Run first = settings.run("a", header(spec), "a file"),
                  second = settings.run("b", header(spec), "a file");
        CHECK(number_at(first.spec(), "seed", -1) == number_at(json(spec), "seed", -1));
        CHECK(second.spec() == first.spec());
        CHECK(first.setting != second.setting);
    }
    CHECK_THROWS_AS(settings.run("a", R"({"spec":{"seed":3})", "a file"), DataError);
    CHECK_THROWS_AS(settings.run("a", header(R"({"seed":3)"), "a file"), DataError);
}
