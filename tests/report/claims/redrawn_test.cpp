/// Claims that rest on other draws from a data set's own distribution.
#include "report/claims/claims.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

constexpr const char* kToyPaper = R"({"id": "toy", "title": "Toy", %s
    "tables": [{"id": "t", "label": "T", "measure": {"name": "curve_at"}, "query": {"booster.rounds": 10},
        "columns": [{"id": "letter", "label": "letter", "query": {"dataset.name": "letter"}}],
        "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                 {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}]}],
    "claims": [{"id": "c", "sentence": "s", "scope": "s", "rule": "compare_pairs", "table": "t",
                "pairs": [["full", "random"]]}]})";

Experiment paper_with(const std::string& redrawn) {
    std::string text = kToyPaper;
    return experiment_from(json(text.replace(text.find("%s"), 2, redrawn).c_str()));
}

/// FULL errs less than RANDOM, both on generated data.
RunSet stand_ins(const std::filesystem::path& folder) {
    FakeRun full;
    full.stand_in = true;
    full.errors = std::vector<double>(10, 0.1);
    FakeRun random = full;
    random.selector = selector_random(1);
    random.errors = std::vector<double>(10, 0.2);
    fill(folder, {full, random});
    return run_set(folder);
}

Claim claim_of(const Experiment& experiment, const RunSet& runs) {
    return decide(experiment.claims[0], experiment, {{"t", fill_table(experiment.tables[0], runs)}}, runs);
}

}  // namespace

TEST_CASE("a stand-in decides a claim only where it is another draw from the set's own distribution") {
    TemporaryFolder folder;
    const RunSet runs = stand_ins(folder.path());

    const Experiment dealt = paper_with(R"("redrawn": ["letter"], "redrawn_as": "dealt hands",)");
    const Claim decided = claim_of(dealt, runs);
    CHECK(decided.ours.verdict == Verdict::supported);
    CHECK(decided.on == "dealt hands");
    CHECK(decided.indication.tally.total() == 0);
    CHECK(verdict_text(decided.ours.verdict, decided.on) == "supported on dealt hands");
    CHECK(verdict_text(Verdict::not_tested, decided.on) == "not tested");

    for (const char* redrawn : {"", R"("redrawn": ["usps"], "redrawn_as": "dealt hands",)"}) {
        const Experiment other = paper_with(redrawn);
        const Claim open = claim_of(other, runs);
        CHECK(open.ours.verdict == Verdict::not_tested);
        CHECK(open.on.empty());
        CHECK(open.indication.verdict == Verdict::supported);
    }
}

TEST_CASE("redrawn sets have a name, so that no verdict on them looks like one on the set itself") {
    CHECK_THROWS_WITH(paper_with(R"("redrawn": ["letter"],)"), Catch::Contains("redrawn_as"));
}
