#include "report/policies/contest.hpp"

#include "core/error.hpp"
#include "report/pages/contest_page.hpp"
#include "report/pages/report.hpp"
#include "report/paper/grid.hpp"
#include "report/policies/answer.hpp"
#include "report/policies/contest_figures.hpp"
#include "report/policies/contest_report.hpp"
#include "report/policies/grids.hpp"
#include "report/policies/ranks.hpp"
#include "report/policies/toy_contest.hpp"
#include "report/tests_json.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

TEST_CASE("A path's error and cost are read within a budget") {
    Path path;
    path.round = {1, 2, 4};
    path.work = path.seconds = {10, 100, 1000};
    path.error = {0.4, 0.3, 0.2};
    CHECK(path.error_at(Cost::work, 9) == 0.4);
    CHECK(path.error_at(Cost::work, 100) == Approx(0.3));
    CHECK(path.error_at(Cost::work, std::sqrt(1e5)) == Approx(0.25));
    CHECK(path.error_at(Cost::work, 1000) == 0.2);
    CHECK(path.error_at(Cost::rounds, 100) == 0.2);
    CHECK(path.cost_to(Cost::work, 0.4).value() == 10);
    CHECK(path.cost_to(Cost::work, 0.25).value() == Approx(std::sqrt(1e5)));
    CHECK_FALSE(path.cost_to(Cost::work, 0.1).has_value());
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
    CHECK(contest.error_at(0, 0, 2, Cost::work) - full ==
          Approx(0.01).margin(1e-6));  // errors have five digits

    const Verdicts verdicts = judge(contest, Cost::work);
    REQUIRE(verdicts.rivals.size() == 1);
    const Rival& rival = verdicts.rivals.front();
    CHECK(rival.ratio.estimate == Approx(0.25).epsilon(0.01));
    CHECK(rival.wins == 2);
    CHECK(rival.error.difference.high < 0);
    CHECK_THAT(
        sentence(contest, verdicts, rival),
        Catch::StartsWith(
            "UCB(1) reaches FULL's final error with 0.25 [0.25, 0.25] of FULL's work; better on 2 of 2 "
            "sets, p = 0.500 after Holm; error at equal work") &&
            Catch::EndsWith("p = 0.500: better on these sets, not certain on others."));
    CHECK_THAT(verdicts.warning, Catch::Contains("It takes at least 6 data sets"));
}

TEST_CASE("Rivals on different single sets stand in a contest of several") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (std::int64_t split = 1; split <= 8; ++split)
        for (const char* dataset : {"letter", "usps"}) {
            runs.push_back(method(Value::object().set("name", "full"), 100, 100, dataset, split));
            runs.push_back(method(dataset == std::string("usps") ? selector_ucb(1) : selector_random(1), 25,
                                  600, dataset, split));
        }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), run_set(folder.path()), "");
    const Verdicts verdicts = judge(contest, Cost::work);
    REQUIRE(verdicts.rivals.size() == 2);
    CHECK(verdicts.sets == 2);
    CHECK(advised(verdicts) == nullptr);
    CHECK_THAT(sentence(contest, verdicts, verdicts.rivals[0]), Catch::StartsWith("On 1 of 2 sets: "));
}

TEST_CASE("A rival is better or worse where interval and test agree, practically equal within the region") {
    const auto verdict = [](statistics::Interval gap, double p, double same) {
        return error_verdict(rival_with(0, {1, 1, 1}, 1, gap, p, same), 0.1);
    };
    CHECK(verdict({-0.3, -0.4, -0.2}, 0.05, 0) == "better");
    CHECK(verdict({0.3, 0.2, 0.4}, 0.05, 0) == "worse");
    CHECK(verdict({0.3, 0.2, 0.4}, 0.06, 0) == "worse on these sets, not certain on others");
    CHECK(verdict({0.02, -0.09, 0.1}, 1, 0) == "practically equal");
    CHECK(verdict({0.02, -0.09, 0.11}, 1, 0.94) == "undecided");
    Rival likely = rival_with(0, {1, 1, 1}, 1, {0.02, -0.09, 0.11}, 1, 0.95);
    likely.columns = {0, 1, 2, 3, 4};
    CHECK(error_verdict(likely, 0.1) == "practically equal");
    likely.columns.pop_back();
    CHECK(error_verdict(likely, 0.1) == "undecided");
    likely.error.difference = {0.02, -0.09, 0.1};
    CHECK(error_verdict(likely, 0.1) == "undecided");
    CHECK(rival_with(0, {0.5, 0.4, 0.99}, 0.05, {}, 1, 0).cost_side() == Side::less);
    CHECK(rival_with(0, {0.5, 0.4, 1}, 0.05, {}, 1, 0).cost_side() == Side::undecided);
    CHECK(rival_with(0, {2, 1.01, 4}, 0.05, {}, 1, 0).cost_side() == Side::more);
    CHECK(rival_with(0, {2, 1.01, 4}, 0.051, {}, 1, 0).cost_side() == Side::undecided);
    // The sets that only one of the two reaches count in the test alone: it may point the other way.
    Rival mixed = rival_with(0, {0.64, 0.63, 0.66}, 0.016, {}, 1, 0);
    mixed.ratio_test = towards(1);
    CHECK(mixed.cost_side() == Side::undecided);
    // On no set do both reach it: there is no ratio, but a side.
    Rival never = rival_with(0, {kNoValue, kNoValue, kNoValue}, 0.0005, {}, 1, 0);
    never.ratio_test = towards(1);
    never.baseline_reaches = 12;
    CHECK(never.cost_side() == Side::more);
    CHECK(std::isinf(never.ratio_or_limit()));
    std::swap(never.baseline_reaches, never.rival_reaches);
    never.ratio_test = towards(-1);
    CHECK(never.cost_side() == Side::less);
    CHECK(never.ratio_or_limit() == 0);
    // One observation, or several that are equal but not 0, say nothing of the next.
    Rival one = rival_with(0, {1, 1, 1}, 1, {0.05, 0.05, 0.05}, 1, 1);
    CHECK(error_verdict(one, 0.1) == "undecided (one observation, or equal ones)");
    one.error.difference = {0, 0, 0};
    CHECK(error_verdict(one, 0.1) == "practically equal");
    one.only_set = true;
    one.splits = kFewestSplits;
    CHECK(error_verdict(one, 0.1) == "practically equal");
    one.splits = kFewestSplits - 1;
    CHECK(error_verdict(one, 0.1) == "undecided (one observation, or equal ones)");
}

TEST_CASE("The target is the error at the end of full search's own run, whatever the common budget") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (const char* dataset : {"letter", "usps"})
        for (const std::int64_t split : {1, 2, 3, 4, 5, 6}) {
            runs.push_back(method(Value::object().set("name", "full"), 100, 100, dataset, split));
            runs.push_back(method(selector_ucb(1), 1, 120, dataset, split));  // ends at little work
        }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), run_set(folder.path()), "");
    CHECK(contest.budget(Cost::work, 0) == 120);
    CHECK(contest.target_error(0, 1) == Approx(contest.entries[0][0].replicates.at(1).front().error.back()));
    const statistics::Attempt reached = contest.attempt(1, 0, 1, Cost::work, contest.target_error(0, 1));
    CHECK(reached.reached == 1);
    CHECK(reached.cost == Approx(100).epsilon(0.01));
    const ContestSection section = target_section(contest, judge(contest, Cost::work));
    REQUIRE(section.grid.rows.size() == 3);
    CHECK(section.grid.rows[0].pinned);  // an error
    CHECK(section.grid.rows[1].pinned);  // work
    CHECK_FALSE(section.grid.rows[2].pinned);
    CHECK(difference_section(contest, judge(contest, Cost::work)).grid.rows[0].pinned);
    CHECK(section.grid.rows[1].cells[0].text == "1.00e+04");
    CHECK_THAT(section.grid.rows[2].cells[0].text, Catch::StartsWith("0.01 [0.01, "));
    CHECK(section.grid.rows[2].cells[0].kind == CellKind::better_by_interval);
}

TEST_CASE(
    "Without runs of the target errors are compared all the same; without the baseline a page says so") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (const char* dataset : {"letter", "usps"})
        for (const std::int64_t split : {1, 2, 3}) {
            runs.push_back(method(selector_ucb(1), 25, 600, dataset, split));
            runs.push_back(method(Value::object().set("name", "random"), 50, 600, dataset, split));
        }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const RunSet stored = run_set(folder.path());
    const auto filled = fill_contest(toy.contests.front(), "toy", stored, "UCB(1)", false);
    REQUIRE(filled->work.rivals.size() == 1);
    const Rival& random = filled->work.rivals.front();
    CHECK(random.target_columns.empty());
    CHECK(std::isnan(random.ratio.estimate));
    CHECK(random.error.difference.low > 0);  // twice the work a round
    CHECK_THAT(
        sentence(filled->contest, filled->work, random),
        Catch::StartsWith("RANDOM(1)'s cost is not compared, for want of runs of FULL; error at equal"));
    REQUIRE(filled->sections.front().warnings.size() == 2);
    CHECK_THAT(filled->sections.front().warnings.back(), Catch::Contains("No run of FULL"));
    const auto none = fill_contest(toy.contests.front(), "toy", stored, "", false);  // FULL is the baseline
    REQUIRE(none->sections.size() == 1);
    CHECK_THAT(none->sections.front().warnings.front(),
               Catch::Contains("No run of the baseline, FULL. There are runs of UCB(1), RANDOM(1)"));
    CHECK_THAT(contest_markdown(*none),
               Catch::Contains("nothing to compare with\n\n**No run of the baseline"));
}

TEST_CASE("A page names the methods that have no run") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const Experiment toy = experiment_from(json(kContest));
    const RunSet stored = run_set(folder.path());
    const auto filled = fill_contest(toy.contests.front(), "toy", stored, "UCB(1)", true);
    for (const char* section : {"work", "seconds"})
        for (const ContestSection& one : filled->sections)
            if (one.id == section) CHECK(one.warnings.back() == "Without runs: RANDOM(1).");
}

TEST_CASE("A method whose first rounds cost nothing keeps its curve and its profile") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    for (const FakeRun& run : full_and_ucb()) {
        results::RunRecord record = record_of(run);
        std::vector<std::uint64_t> work = record.curves.get<std::uint64_t>("work");
        if (run.selector.at("name").as_string() != "full") work.front() = 0;
        record.curves.put("work", std::move(work));
        store.write(record);
    }
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), run_set(folder.path()), "");
    const ContestSection curves = curve_section(contest);
    for (const Panel& panel : curves.panels) {
        REQUIRE(panel.series.size() == 2);
        CHECK(panel.series[1].label == "UCB(1)");
        CHECK(panel.series[1].style == 2);
        CHECK(panel.series[1].points.front().x > 0);
    }
    for (const Panel& panel : profile_section(contest, &contest).panels)
        for (const Series& series : panel.series)
            for (const Point& point : series.points)
                CHECK(std::isfinite(point.x));
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

TEST_CASE("Claims keep to a contest's own baseline where it is shown against another") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    Value definition = json(kContest);
    definition.set("claims", json(R"json([{"id": "half", "sentence": "UCB needs less than half of FULL.",
        "rule": "within", "table": "stump-work", "rows": ["ucb"], "columns": ["ratio_high"],
        "high": 0.5}])json"));
    std::vector<std::string> evidence, shown;
    for (const char* baseline : {"", "UCB(1)"}) {
        Paper paper;
        paper.experiment = experiment_from(definition);
        fill_paper(paper, run_set(folder.path()), true, baseline);
        CHECK(paper.claims.front().ours.verdict == Verdict::reproduced);
        evidence.push_back(paper.claims.front().ours.evidence);
        shown.push_back(table_as_text(paper.tables.front()));
    }
    CHECK(evidence.front() == evidence.back());
    CHECK(shown.front() != shown.back());
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

TEST_CASE("Without a rival, or a data set in common, methods have no ranks") {
    const Experiment toy = experiment_from(json(kContest));
    const Value full = Value::object().set("name", "full");
    {
        TemporaryFolder folder;
        fill(folder.path(), {method(full, 100, 100, "letter", 1), method(full, 100, 100, "usps", 1)});
        const ContestRanks alone =
            rank_contest(read_contest(toy.contests.front(), run_set(folder.path()), ""), Cost::work);
        CHECK(alone.rows == std::vector<std::size_t>{0});
        CHECK(alone.mean == std::vector<double>{0});
        CHECK(alone.sets == 2);
    }
    TemporaryFolder folder;
    fill(folder.path(), {method(full, 100, 100, "letter", 1), method(selector_ucb(1), 25, 600, "usps", 1)});
    const ContestRanks apart =
        rank_contest(read_contest(toy.contests.front(), run_set(folder.path()), ""), Cost::work);
    CHECK(apart.rows == std::vector<std::size_t>{0, 1});
    CHECK(apart.mean == std::vector<double>{0, 0});
    CHECK(apart.sets == 0);
}

TEST_CASE("A contest's sections show which features its methods chose, by the share of the rounds") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    for (FakeRun& run : runs) {
        run.features.assign(static_cast<std::size_t>(run.rounds), 5);
        run.features.front() = 3;
    }
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    const auto filled = fill_contest(toy.contests.front(), "toy", set, "", false);
    const auto section = std::ranges::find(filled->sections, "choices", &ContestSection::id);
    REQUIRE(section != filled->sections.end());
    // Full search chooses nothing; UCB(1) is shown on the first set and on the first set of images.
    REQUIRE(section->panels.size() == 2);
    CHECK(section->panels[0].title == "UCB(1) on letter");
    CHECK(section->panels[0].name == "toy-stump-choices-1-2");
    const std::vector<Point>& points = section->panels[0].series.front().points;
    REQUIRE(points.size() == 40 * 16);
    CHECK(points[3].low == 100);
    CHECK(points[5].low == 0);
    CHECK(points[3 * 16 + 3].low == 100);  // no round there: as before
    CHECK(points[39 * 16 + 5].low == 100);
    CHECK(section->panels[1].title == "UCB(1) on usps");
    CHECK(section->panels[1].kind == "pixels");
}
