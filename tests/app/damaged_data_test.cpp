#include "app/program.hpp"
#include "data/catalogue/catalogue.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

TEST_CASE("a data file of the wrong size fails only its own runs, and is named") {
    const Program reboost;
    const data::DataRoot root{reboost.folder / "data"};
    const std::string file = root.path_of(data::find_dataset("sonar").files.at(0).path);
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file) << "0.1,0.2,R\n";
    const std::string results = (reboost.folder / "r").string();
    const std::string config =
        reboost
            .write("c.json", R"json({"dataset": ["sonar", {"name": "twonorm", "rows": 50,
        "test_rows": 50}], "learner": "stump", "selector": "random(2)", "booster": {"rounds": 5}})json")
            .string();
    for (const char* command : {"plan", "status"})
        CHECK(reboost({command, config}).status == 0);
    const Outcome outcome = reboost({"run", config, "--results", results});
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out, Contains("1 computed") && Contains("1 failed"));
    CHECK_THAT(outcome.err, Contains("failed (bad_data)") && Contains(file) && Contains("bytes"));
    CHECK(results::Store(results).list().size() == 1);
}
