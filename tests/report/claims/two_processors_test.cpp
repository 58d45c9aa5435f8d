/// Seconds of two processors are not compared, neither by claims nor as a speed-up.
#include "report/claims/claims.hpp"
#include "report/claims/rules.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

constexpr const char* kTimedPaper = R"({"id": "toy", "title": "Toy",
    "tables": [{"id": "t", "label": "T", "measure": {"name": "last_of", "array": "%s"},
        "query": {"booster.rounds": 10}, "speed_up_over": "FULL", "ours_only": true,
        "columns": [{"id": "letter", "label": "letter", "query": {"dataset.name": "letter"}},
                    {"id": "usps", "label": "usps", "query": {"dataset.name": "usps"}}],
        "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                 {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}]}],
    "claims": [{"id": "c", "sentence": "s", "scope": "s", "rule": "ratio_at_least", "table": "t",
                "pairs": [["full", "random"]], "factor": 2}]})";

Experiment paper_over(const std::string& array) {
    std::string text = kTimedPaper;
    return experiment_from(json(text.replace(text.find("%s"), 2, array).c_str()));
}

/// RANDOM takes a fifth of FULL's seconds and work on both sets; on usps FULL ran elsewhere.
RunSet runs_of_two_processors(const std::filesystem::path& folder) {
    std::vector<FakeRun> runs;
    for (const char* dataset : {"letter", "usps"})
        for (const bool full : {true, false}) {
            FakeRun run;
            run.dataset = dataset;
            run.errors = std::vector<double>(10, 0.1);
            run.seconds_a_round = full ? 5 : 1;
            run.work_a_round = full ? 500 : 100;
            if (!full) run.selector = selector_random(1);
            if (full && run.dataset == "usps") run.cpu = "another CPU";
            runs.push_back(run);
        }
    fill(folder, runs);
    return run_set(folder);
}

}  // namespace

TEST_CASE("a claim over seconds compares runs of one processor only, one over work all") {
    TemporaryFolder folder;
    const RunSet runs = runs_of_two_processors(folder.path());
    const auto claim = [&runs](const Experiment& experiment) {
        return decide(experiment.claims[0], experiment, {{"t", fill_table(experiment.tables[0], runs)}},
                      runs);
    };
    const Experiment seconds = paper_over("train_cpu_seconds"), work = paper_over("work");
    CHECK(claim(work).ours.verdict == Verdict::supported);
    CHECK(claim(work).ours.tally.made() == 2);
    const Finding open = claim(seconds).ours;
    CHECK(open.verdict == Verdict::not_tested);
    CHECK(open.tally.made() == 1);
    CHECK(open.tally.two_processors() == 1);
}

TEST_CASE("neither a rule on values nor a star takes seconds of two processors") {
    TemporaryFolder folder;
    const RunSet runs = runs_of_two_processors(folder.path());
    Experiment seconds = paper_over("train_cpu_seconds");
    seconds.tables[0].best = "least";
    const Table table = fill_table(seconds.tables[0], runs);
    CHECK(is_best(table, 1, 0));
    CHECK_FALSE(is_best(table, 1, 1));
    const Finding spread = apply_rule(
        "spread_ratio", json(R"({"table": "t", "rows": ["full", "random"], "columns": ["letter", "usps"],
                              "limit": 10})"),
        Numbers{seconds, {{"t", table}}, runs, Source::ours_full_scale});
    CHECK(spread.verdict == Verdict::not_tested);
    CHECK(spread.tally.two_processors() == 1);
}

TEST_CASE("a speed-up over a row of another processor is not shown") {
    TemporaryFolder folder;
    const RunSet runs = runs_of_two_processors(folder.path());
    const Experiment seconds = paper_over("train_cpu_seconds"), work = paper_over("work");
    const Table table = fill_table(seconds.tables[0], runs);
    CHECK(speed_up(table, 1, 0).ours == Approx(5));
    CHECK(speed_up(table, 1, 1).two_processors);
    CHECK(std::isnan(speed_up(table, 1, 1).ours));
    CHECK(std::isnan(speed_up(table, 0, 1).ours));  // FULL itself
    CHECK(table.cells[1][1].measured());            // its seconds are shown all the same
    CHECK(speed_up(fill_table(work.tables[0], runs), 1, 1).ours == Approx(5));
}
