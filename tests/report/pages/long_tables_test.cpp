/// Every run a line, every point of a curve a line.
#include "config/json.hpp"
#include "report/fake_runs.hpp"
#include "report/pages/exports.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

void fill_two(const std::filesystem::path& folder) {
    FakeRun full;
    full.rounds = 3;
    full.errors = {0.5, 0.25, 0.125};
    FakeRun random = full;
    random.selector = selector_random(5);
    random.dataset = "=odd, \"name\"\n";
    fill(folder, {full, random});
}

}  // namespace

TEST_CASE("The long tables have a line for each run with its options, and a line for each measured round") {
    TemporaryFolder folder;
    fill_two(folder.path() / "results");
    const auto files =
        write_long_tables(run_set(folder.path() / "results"), folder.path() / "csv", TableFormat::csv);
    const std::string runs = config::read_text_file(files.at(0)),
                      curves = config::read_text_file(files.at(1));
    CHECK(std::count(runs.begin(), runs.end(), '\n') == 3);
    CHECK(std::count(curves.begin(), curves.end(), '\n') == 7);
    for (const char* column : {"id,source,", ",selector.k,", ",booster.rounds,", ",asymptotic_test_error,",
                               ",last_test_error,", ",git_revision,", ",train_cpu_seconds", ",work"})
        CHECK_THAT(runs.substr(0, runs.find('\n') + 1), Catch::Contains(column));
    CHECK_THAT(runs, Catch::Contains("\"'=odd, \"\"name\"\" \""));
    CHECK_THAT(curves, Catch::Contains(",own,3,300.0,3.0,0.125\n"));
}

TEST_CASE("The long tables as JSON say the same") {
    TemporaryFolder folder;
    fill_two(folder.path() / "results");
    const auto files =
        write_long_tables(run_set(folder.path() / "results"), folder.path() / "json", TableFormat::json);
    const Value runs = config::parse_json(config::read_text_file(files.at(0)));
    REQUIRE(runs.as_list().size() == 2);
    for (const Value& run : runs.as_list()) {
        CHECK(run.at("last_test_error").as_number() == 0.125);
        CHECK(run.at("booster.rounds").as_integer() == 3);
    }
    CHECK(config::parse_json(config::read_text_file(files.at(1))).as_list().size() == 6);
}

TEST_CASE("A folder named .gz means compressed files in the folder without that ending") {
    TemporaryFolder folder;
    fill_two(folder.path() / "results");
    const auto files =
        write_long_tables(run_set(folder.path() / "results"), folder.path() / "csv.gz", TableFormat::csv);
    REQUIRE(files ==
            std::vector{folder.path() / "csv" / "runs.csv.gz", folder.path() / "csv" / "curves.csv.gz"});
    for (const auto& file : files)
        CHECK_THAT(config::read_text_file(file), Catch::StartsWith("\x1F\x8B"));
}
