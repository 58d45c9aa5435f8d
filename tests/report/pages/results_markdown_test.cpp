/// RESULTS.md says where its numbers come from.
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using Catch::Contains;
using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// RESULTS.md of a table that all these runs are in.
std::string results_of(const std::vector<FakeRun>& runs) {
    TemporaryFolder folder;
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    Paper paper;
    paper.experiment = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "measure": {"name": "curve_at"}, "query": {"booster.rounds": 10},
         "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}}],
         "columns": [{"id": "all", "label": "all", "query": {}}]}]})"));
    fill_paper(paper, set, true);
    return results_markdown(paper, true);
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

TEST_CASE("RESULTS.md names all seeds by which a data set was split, in one line") {
    CHECK_THAT(results_of({of_split(1), of_split(2), of_split(3)}),
               Contains("- letter: files, rows pooled and split anew by seeds 1 to 3, stratified, SHA-256 "
                        "0123456789ab\n"));
    CHECK_THAT(results_of({of_split(1), of_split(5)}), Contains("by seeds 1, 5, stratified"));
    CHECK_THAT(results_of({of_split(4)}), Contains("by seed 4, stratified"));
}

TEST_CASE("RESULTS.md says how many files there were where each seed has its own") {
    CHECK_THAT(results_of({of_split(1, "a0"), of_split(2, "b0")}),
               Contains("by seeds 1, 2, stratified, SHA-256 a0 and 1 more\n"));
}
