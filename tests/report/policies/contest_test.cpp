#include "report/policies/contest.hpp"

#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/report.hpp"
#include "report/paper/grid.hpp"
#include "report/policies/answer.hpp"
#include "report/policies/contest_report.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

constexpr const char* kContest = R"json({"id": "toy", "title": "Toy", "contests": [
    {"id": "stump", "label": "Stumps", "query": {"learner.name": "stump"},
     "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
              {"id": "ucb", "label": "UCB(1)", "query": {"selector.name": "bandit"}},
              {"id": "random", "label": "RANDOM(1)", "query": {"selector.name": "random"}}],
     "columns": [{"label": "letter", "query": {"dataset.name": "letter"}},
                 {"label": "usps", "query": {"dataset.name": "usps"}}]}]})json";

/// The same error in each round for every method; what a round costs differs.
FakeRun method(const Value& selector, std::uint64_t work, std::int64_t rounds, const std::string& dataset,
               std::int64_t split) {
    FakeRun run;
    run.dataset = dataset;
    run.split = split;
    run.selector = selector;
    run.rounds = rounds;
    run.work_a_round = work;
    run.seconds_a_round = static_cast<double>(work) / 100;
    for (std::int64_t t = 1; t <= rounds; ++t)
        run.errors.push_back(0.5 / std::sqrt(static_cast<double>(t)) + 0.01 * static_cast<double>(split));
    return run;
}

std::vector<FakeRun> full_and_ucb() {
    std::vector<FakeRun> runs;
    for (const char* dataset : {"letter", "usps"})
        for (const std::int64_t split : {1, 2, 3}) {
            runs.push_back(method(Value::object().set("name", "full"), 100, 100, dataset, split));
            runs.push_back(method(selector_ucb(1), 25, 600, dataset, split));
        }
    return runs;
}

}  // namespace

TEST_CASE("A path's error and cost are read within a budget") {
    Path path;
    path.round = {1, 2, 4};
    path.work = path.seconds = {10, 100, 1000};
    path.error = {0.4, 0.3, 0.2};
    CHECK(path.error_at(Cost::work, 9) == 0.4);
    CHECK(path.error_at(Cost::work, 999) == 0.3);
    CHECK(path.error_at(Cost::rounds, 100) == 0.2);
    CHECK(path.cost_to(Cost::work, 0.4, 1e9).value() == 10);
    CHECK(path.cost_to(Cost::work, 0.25, 1e9).value() == Approx(std::sqrt(1e5)));
    CHECK_FALSE(path.cost_to(Cost::work, 0.25, 300).has_value());
    CHECK_FALSE(path.cost_to(Cost::work, 0.1, 1e9).has_value());
}

TEST_CASE("A contest compares at the work that all methods spent, split by split") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const RunSet runs = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), runs, "");
    CHECK(contest.rows() == std::vector<std::size_t>{0, 1});
    CHECK(contest.target == 0);
    CHECK(contest.budget(Cost::work, 0) == 10'000);
    CHECK(contest.splits_of({0, 1}, 1) == std::vector<std::int64_t>{1, 2, 3});
    // FULL ends its 100 rounds at the budget; UCB is then in round 400, at half of FULL's excess error.
    const double full = contest.error_at(0, 0, 1, Cost::work), ucb = contest.error_at(1, 0, 1, Cost::work);
    CHECK((ucb - 0.01) / (full - 0.01) == Approx(0.5).epsilon(0.03));
    CHECK(contest.error_at(0, 0, 2, Cost::work) - full == Approx(0.01));

    const Verdicts verdicts = judge(contest, Cost::work);
    REQUIRE(verdicts.rivals.size() == 1);
    const Rival& rival = verdicts.rivals.front();
    CHECK(rival.ratio.estimate == Approx(0.25).epsilon(0.01));
    CHECK(rival.wins == 2);
    CHECK(rival.error.difference.high < 0);
    CHECK_THAT(sentence(contest, verdicts, rival),
               Catch::StartsWith(
                   "UCB(1) reaches FULL's error with 0.25 [0.25, 0.25] of FULL's work; better on 2 of 2 "
                   "sets, p = 0.500 after Holm; error at equal work") &&
                   Catch::EndsWith("p = 0.500: better on these sets, not certain on others."));
    CHECK_THAT(verdicts.warning, Catch::Contains("It takes at least 6 data sets"));
}

TEST_CASE("Of runs that contests alone read, reference results keep the path, and verdicts stay") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    RunSet runs = run_set(folder.path());
    ReferenceRecorder recorder;
    recorder.begin("toy");
    runs.record_to(&recorder);
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), runs, "");
    ReferenceResults reference;
    for (const Run& run : runs.runs()) {
        const ReferenceRecorder::Read& read = recorder.runs().at(run.id);
        CHECK(read.keep() == Keep::path);
        reference.runs.push_back(
            from_stored(to_stored(whole_reference(runs, run, read.rounds, read.keep())), "toy"));
        CHECK(reference.runs.back()->keep == Keep::path);
        CHECK(reference.runs.back()->arrays.at("kept/round").size() <= 121);
        CHECK_FALSE(reference.runs.back()->arrays.contains("kept/edge"));
    }
    const RunSet alone(nullptr, reference);
    const Verdicts before = judge(contest, Cost::work),
                   after = judge(read_contest(toy.contests.front(), alone, ""), Cost::work);
    CHECK(after.rivals.front().ratio.estimate == Approx(before.rivals.front().ratio.estimate).epsilon(1e-6));
    CHECK(after.rivals.front().ratio.high == Approx(before.rivals.front().ratio.high).epsilon(1e-6));
    recorder.mention(runs.runs()[0]);  // by a claim on every run there is
    recorder.list(runs.runs()[1]);
    CHECK(recorder.runs().at(runs.runs()[0].id).keep() == Keep::path);
    CHECK(recorder.runs().at(runs.runs()[1].id).keep() == Keep::all);
}

TEST_CASE("Many rivals' sentences come to an answer: surely less, surely more, undecided") {
    Experiment toy = experiment_from(json(kContest));
    ContestSpec& spec = toy.contests.front();
    for (const char* name : {"A", "B"}) {
        Axis row;
        row.id = row.label = name;
        spec.rows.push_back(std::move(row));
    }
    Contest contest;
    contest.spec = &spec;
    Verdicts verdicts;
    verdicts.sets = 9;
    CHECK(answer(contest, verdicts).empty());
    const auto add = [&](std::size_t row, statistics::Interval ratio, double p, statistics::Interval gap,
                         double gap_p, double same) {
        Rival rival;
        rival.row = row;
        rival.columns = {0, 1};
        rival.both_reach = row == 3 ? 1 : 2;  // A misses the target on one set
        rival.ratio = ratio;
        rival.ratio_holm_p = p;
        rival.error.difference = gap;
        rival.error.holm_p = gap_p;
        rival.error.bayesian.rope = same;
        verdicts.rivals.push_back(rival);
    };
    add(1, {0.5, 0.4, 0.9}, 0.05, {0.3, 0.1, 0.4}, 0.001, 0);
    add(2, {2, 1.5, 3}, 0.01, {0, -0.1, 0.1}, 1, 0.95);
    add(3, {0.4, 0.3, 0.9}, 0.06, {-0.3, -0.4, -0.1}, 0.05, 0.94);
    CHECK(answer(contest, verdicts).empty());  // three sentences say it themselves
    add(4, {1.1, 0.9, 1.2}, 0.01, {-0.3, -0.4, 0.1}, 0.01, 1);
    CHECK(answer(contest, verdicts) ==
          std::vector<std::string>{
              "4 rivals, 9 data sets. Work to its error, against FULL: surely less: UCB(1); surely more: "
              "RANDOM(1); undecided: 2. Least on these sets: UCB(1), 0.50 [0.40, 0.90] times as much.",
              "Error at equal work: surely lower: A; surely higher: UCB(1); undecided: 2, 2 of them practically "
              "equal (within 0.1 points with probability 0.95 or more)."});
}

TEST_CASE("Another baseline turns the ratio round") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const RunSet runs = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), runs, "UCB(1)");
    const Verdicts verdicts = judge(contest, Cost::work);
    CHECK(verdicts.rivals.front().ratio.estimate == Approx(4).epsilon(0.01));
    CHECK_THAT(sentence(contest, verdicts, verdicts.rivals.front()),
               Catch::StartsWith("FULL reaches its own final error with 4.0") &&
                   Catch::Contains("better on 0 of 2 sets"));
    CHECK_THROWS_WITH(read_contest(toy.contests.front(), runs, "UCB(2)"), Catch::Contains("UCB(1)"));
}

TEST_CASE("A run that stopped of its own accord keeps its last error and binds nobody's budget") {
    TemporaryFolder folder;
    std::vector<results::RunRecord> records;
    results::Store store(folder.path());
    for (const FakeRun& run : full_and_ucb()) {
        results::RunRecord record = record_of(run);
        const bool full = run.selector.at("name").as_string() == "full";
        record.attributes.set("stop_reason", full ? "no_edge" : "rounds_done");
        store.write(record);
    }
    const RunSet runs = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), runs, "");
    CHECK(contest.budget(Cost::work, 0) == 15'000);
    CHECK(contest.error_at(0, 0, 1, Cost::work) ==
          contest.entries[0][0].replicates.at(1).front().error.back());
}

TEST_CASE("Claims read a contest's numbers as a table, which decides nothing while splits are missing") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    for (const int wanted : {3, 4}) {
        Value definition = json(kContest);
        definition.find("contests")->as_list().front().set("replicates", wanted);
        definition.set("claims",
                       json(R"json([{"id": "half", "sentence": "UCB needs less than half.", "rule": "within",
            "table": "stump-work", "rows": ["ucb"], "columns": ["ratio_high"], "high": 0.5}])json"));
        Paper paper;
        paper.experiment = experiment_from(definition);
        fill_paper(paper, run_set(folder.path()), true);
        CHECK((paper.claims.front().ours.verdict == Verdict::reproduced) == (wanted == 3));
        CHECK((table_as_text(paper.tables.front()).find("[part]") != std::string::npos) == (wanted == 4));
        CHECK(table_as_text(paper.tables.front()).find("T=") == std::string::npos);
        CHECK(paper.used.size() == 12);
    }
}

TEST_CASE("A report without timings shows no contest over seconds") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    for (const bool timings : {true, false}) {
        Paper paper;
        paper.experiment = experiment_from(json(kContest));
        fill_paper(paper, run_set(folder.path()), timings);
        bool seconds = false;
        for (const ContestSection& section : paper.contests.front()->sections)
            seconds = seconds || section.label.find("seconds") != std::string::npos;
        CHECK(seconds == timings);
    }
}
