/// Where a report's numbers come from.
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// The data sets of a table that all these runs are in.
Value data_sets_of(const std::vector<FakeRun>& runs) {
    TemporaryFolder folder;
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    Paper paper;
    paper.experiment = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "measure": {"name": "curve_at"}, "query": {"booster.rounds": 10},
         "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}}],
         "columns": [{"id": "all", "label": "all", "query": {}}]}]})"));
    fill_paper(paper, set, true);
    return paper_json(paper).at("data_sets");
}

FakeRun of_split(std::int64_t seed, const std::string& sha256 = "0123456789abcdef") {
    FakeRun run;
    run.split = seed;
    run.note = "rows pooled and split anew by seed " + std::to_string(seed) + ", stratified";
    run.sha256 = sha256;
    run.errors = std::vector<double>(10, 0.1);
    return run;
}

}  // namespace

TEST_CASE("A data set is named once, with all seeds by which it was split") {
    const Value sets = data_sets_of({of_split(1), of_split(2), of_split(5)});
    REQUIRE(sets.as_list().size() == 1);
    CHECK(sets.as_list()[0].at("set") == Value("letter"));
    CHECK(to_json(sets.as_list()[0].at("seeds")) == "[1,2,5]");
    CHECK(to_json(sets.as_list()[0].at("sha256")) == R"(["0123456789ab"])");
    CHECK(sets.as_list()[0].at("note") == Value(""));  // each run has its own
    CHECK(data_sets_of({of_split(4)}).as_list()[0].at("note") ==
          Value("rows pooled and split anew by seed 4, stratified"));
}

TEST_CASE("A data set names the checksums of all its files, and a stand-in is a set of its own") {
    CHECK(to_json(data_sets_of({of_split(1, "a0"), of_split(2, "b0")}).as_list()[0].at("sha256")) ==
          R"(["a0","b0"])");
    FakeRun generated = of_split(2);
    generated.stand_in = true;
    CHECK(data_sets_of({of_split(1), generated}).as_list().size() == 2);
}
