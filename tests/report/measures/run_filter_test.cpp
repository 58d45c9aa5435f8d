#include "report/measures/run_filter.hpp"

#include "core/error.hpp"
#include "report/fake_runs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

FilteredRun run_of(const FakeRun& fake, const std::string& state = "counts") {
    results::RunRecord record = record_of(fake);
    return {record.id, record.spec, record.attributes, state};
}

bool lets_through(const std::vector<std::string>& words, const FilteredRun& run) {
    return RunFilter(words).matches(run);
}

}  // namespace

TEST_CASE("a filter names a part by its label, its name or its policy's") {
    FakeRun fake;
    fake.selector = selector_ucb(5);
    const FilteredRun run = run_of(fake);
    CHECK(lets_through({"selector=ucb"}, run));
    CHECK(lets_through({"selector=bandit"}, run));
    CHECK(lets_through({"dataset=letter", "learner=stump"}, run));
    CHECK_FALSE(lets_through({"dataset=letter", "learner=tree"}, run));
    CHECK_FALSE(lets_through({"selector=uct"}, run));
    CHECK(lets_through({"dataset=usps,letter"}, run));
    CHECK(lets_through({"dataset!=usps"}, run));
    CHECK_FALSE(lets_through({"dataset!=usps,letter"}, run));
}

TEST_CASE("a filter with an empty condition or value, or a state that there is not, is refused") {
    for (const char* word :
         {"", "dataset=", "dataset=letter,", "dataset=,usps", "selector=", "booster.rounds!="})
        CHECK_THROWS_AS(RunFilter({word}), UsageError);
    CHECK_THROWS_WITH(RunFilter({"state=cuonts"}), Catch::Contains("counts"));
    CHECK_NOTHROW(RunFilter({"state=outdated,damaged"}));
}

TEST_CASE("a filter compares options by their paths, and attributes by their names") {
    FakeRun fake;
    fake.rounds = 100;
    const FilteredRun run = run_of(fake, "outdated");
    CHECK(lets_through({"booster.rounds=100"}, run));
    CHECK(lets_through({"booster.rounds=100.0"}, run));
    CHECK(lets_through({"booster.rounds>=100", "booster.rounds<=100"}, run));
    CHECK_FALSE(lets_through({"booster.rounds<100"}, run));
    CHECK_FALSE(lets_through({"booster.rounds>100"}, run));
    CHECK(lets_through({"cpu=test CPU"}, run));
    CHECK(lets_through({"dataset_stand_in=false"}, run));
    CHECK(lets_through({"state=outdated"}, run));
    CHECK(lets_through({run.id.substr(0, 6)}, run));
    CHECK_FALSE(lets_through({"id=" + std::string(6, '0')}, run));
    CHECK_FALSE(lets_through({"no.such=1"}, run));
}

TEST_CASE("a value in brackets keeps its commas") {
    FakeRun fake;
    fake.dataset = "odd[a,b]";
    CHECK(lets_through({"dataset=odd[a,b]"}, run_of(fake)));
    CHECK_FALSE(lets_through({"dataset=odd"}, run_of(fake)));
}

TEST_CASE("what is no condition is told, and a key of no run with the nearest one") {
    CHECK_THROWS_AS(RunFilter({"mnist"}), UsageError);
    CHECK_THROWS_AS(RunFilter({"=mnist"}), UsageError);
    CHECK_THROWS_AS(RunFilter({"booster.rounds<many"}), UsageError);
    const std::vector<FilteredRun> runs{run_of({})};
    CHECK_NOTHROW(RunFilter({"booster.rounds=7"}).check_keys(runs));
    CHECK_THROWS_WITH(RunFilter({"booster.round=7"}).check_keys(runs), Catch::Contains("booster.rounds"));
    CHECK_NOTHROW(RunFilter({"booster.round=7"}).check_keys({}));
}
