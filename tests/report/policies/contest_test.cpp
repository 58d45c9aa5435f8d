#include "report/policies/contest.hpp"

#include "core/error.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/report.hpp"
#include "report/policies/contest_report.hpp"
#include "report/policies/toy_contest.hpp"
#include "report/tests_json.hpp"

#include <algorithm>
#include <span>

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
    CHECK(path.cost_to(Cost::work, 0.4).value() == 10);
    CHECK(path.cost_to(Cost::work, 0.25).value() == Approx(std::sqrt(1e5)));
    CHECK_FALSE(path.cost_to(Cost::work, 0.1).has_value());
}

TEST_CASE("A contest reads paths, and knows full search and the random draws by their queries") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const Experiment toy = experiment_from(json(kContest));
    const RunSet runs = run_set(folder.path());
    const Contest contest = read_contest(toy.contests.front(), runs, "");
    CHECK(contest.rows() == std::vector<std::size_t>{0, 1});
    CHECK(contest.target == 0);
    CHECK(contest.yardstick == 2);
    CHECK(contest.splits_of({0, 1}, 1) == std::vector<std::int64_t>{1, 2, 3});
    const Verdicts verdicts = judge(contest, Cost::work);
    CHECK(verdicts.random.empty());  // no run of it
    REQUIRE(verdicts.baseline.size() == 1);
    CHECK(verdicts.baseline.front().cost.interval.estimate == Approx(0.25).epsilon(0.01));
    CHECK(verdicts.baseline.front().reached == 1);
    CHECK_THROWS_WITH(read_contest(toy.contests.front(), runs, "UCB(2)"), Catch::Contains("UCB(1)"));
}

TEST_CASE("Without runs of full search or of the baseline a page says so") {
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
    CHECK(filled.work.baseline.empty());
    CHECK(contest_json(filled).at("absent") == Value::list_of(std::vector<std::string>{"FULL"}));
    CHECK(contest_json(filled).at("judged") == Value(false));
    const auto none = fill_contest(toy.contests.front(), "toy", stored, "", false);  // FULL is the baseline
    CHECK(none.figures.empty());
    CHECK(contest_json(none).at("judged") == Value(false));
    CHECK(contest_json(none).at("methods").as_list().size() == 2);
}

TEST_CASE("A page names the methods that have no run") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const Experiment toy = experiment_from(json(kContest));
    const RunSet stored = run_set(folder.path());
    const auto filled = fill_contest(toy.contests.front(), "toy", stored, "UCB(1)", true);
    CHECK(contest_json(filled).at("absent") == Value::list_of(std::vector<std::string>{"RANDOM(1)"}));
}

TEST_CASE("A method whose first rounds cost nothing keeps its curve") {
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
    const RunSet runs = run_set(folder.path());
    const Contest contest = read_contest(toy.contests.front(), runs, "");
    const Figure curves = curves_figure(contest, judge(contest, Cost::work));
    for (const Panel& panel : curves.panels) {
        REQUIRE(panel.series.size() == 2);
        CHECK(panel.series[1].label == "UCB(1)");
        CHECK(panel.series[1].style == 2);
        CHECK(panel.series[1].points.front().x > 0);
    }
}

TEST_CASE("Claims read a contest's numbers as a table, which decides nothing while splits are missing") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const RunSet runs = run_set(folder.path());
    for (const int wanted : {3, 4}) {
        Value definition = json(kContest);
        definition.find("contests")->as_list().front().set("replicates", wanted);
        definition.set("claims",
                       json(R"json([{"id": "half", "sentence": "UCB needs less than half.", "rule": "within",
            "table": "stump-work", "rows": ["ucb"], "columns": ["ratio_high"], "high": 0.5}])json"));
        Paper paper;
        paper.experiment = experiment_from(definition);
        fill_paper(paper, runs, true);
        CHECK((paper.claims.front().ours.verdict == Verdict::supported) == (wanted == 3));
        const Table& table = paper.tables.front();
        const bool part = std::ranges::any_of(
            table.cells, [](const auto& row) { return std::ranges::any_of(row, &Cell::below_scale); });
        CHECK(part == (wanted == 4));
        CHECK(paper.used.size() == 12);
    }
}

TEST_CASE("Claims keep to a contest's own baseline where it is shown against another") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const RunSet runs = run_set(folder.path());
    Value definition = json(kContest);
    definition.set("claims", json(R"json([{"id": "half", "sentence": "UCB needs less than half of FULL.",
        "rule": "within", "table": "stump-work", "rows": ["ucb"], "columns": ["ratio_high"],
        "high": 0.5}])json"));
    std::vector<std::string> shown;
    std::vector<double> effects;
    for (const char* baseline : {"", "UCB(1)"}) {
        Paper paper;
        paper.experiment = experiment_from(definition);
        fill_paper(paper, runs, true, baseline);
        CHECK(paper.claims.front().ours.verdict == Verdict::supported);
        effects.push_back(paper.claims.front().ours.effect.value);
        shown.push_back(to_json(table_json(paper.tables.front(), paper.experiment)));
    }
    CHECK(effects.front() == effects.back());
    CHECK(shown.front() != shown.back());
}

TEST_CASE("A report without timings shows no contest over seconds") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    const RunSet runs = run_set(folder.path());
    for (const bool timings : {true, false}) {
        Paper paper;
        paper.experiment = experiment_from(json(kContest));
        fill_paper(paper, runs, timings);
        const Value json = contest_json(paper.contests.front());
        const bool seconds = json.at("costs").as_list().size() == 2;
        CHECK(seconds == timings);
    }
}

TEST_CASE("A span of rounds that choose no feature has no shares") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    for (FakeRun& run : runs) {
        run.features.assign(static_cast<std::size_t>(run.rounds), 5);
        run.features.front() = -1;
    }
    fill(folder.path(), runs);
    const RunSet set = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    const auto filled = fill_contest(toy.contests.front(), "toy", set, "", false);
    const auto section = std::ranges::find(filled.figures, "choices", &Figure::id);
    REQUIRE(section != filled.figures.end());
    const std::vector<Point>& points = section->panels[0].series.front().points;
    for (std::size_t feature = 0; feature < 16; ++feature) {
        CHECK(points[feature].low == 0);
        CHECK(points[39 * 16 + feature].low == (feature == 5 ? 100 : 0));
    }
}

TEST_CASE("Whether more features make a method pay is said of six data sets") {
    for (const int sets : {5, 6}) {
        TemporaryFolder folder;
        std::vector<FakeRun> runs;
        Value definition = json(kContest);
        Value& columns = *definition.find("contests")->as_list().front().find("columns");
        columns = Value::list();
        for (int i = 0; i < sets; ++i) {
            const std::string name = "set" + std::to_string(i);
            columns.push(
                Value::object().set("label", name).set("query", Value::object().set("dataset.name", name)));
            for (const std::int64_t split : {1, 2, 3}) {
                runs.push_back(method(Value::object().set("name", "full"), 100, 100, name, split));
                runs.push_back(method(selector_ucb(1), 25, 600, name, split));
                runs.push_back(
                    method(selector_random(1), 50 + 5 * static_cast<std::uint64_t>(i), 600, name, split));
                for (FakeRun& run : std::span(runs).last(3))
                    for (std::int64_t t = 0; t < run.rounds; ++t)
                        run.features.push_back(t % (i + 1));
            }
        }
        fill(folder.path(), runs);
        const RunSet set = run_set(folder.path());
        const Experiment toy = experiment_from(definition);
        const Contest contest = read_contest(toy.contests.front(), set, "");
        const Value where = where_it_pays(contest, judge(contest, Cost::work), set);
        REQUIRE(where.is_object());
        CHECK(where.at("sets").as_list().size() == static_cast<std::size_t>(sets));
        CHECK(number_at(where, "with_share", 0) == (sets == 6 ? -1 : 0));  // the more features, the less work
        for (int i = 0; i < sets; ++i) {
            const Value& one = where.at("sets").as_list().at(static_cast<std::size_t>(i));
            CHECK(one.at("columns").as_number() == 16);
            CHECK(one.at("effective").as_number() == Approx(i + 1).epsilon(0.001));
            CHECK(one.at("ratio").as_number() == Approx(25.0 / (50 + 5 * i)).epsilon(0.01));
        }
    }
}

TEST_CASE("A contest's figures show which features its methods chose, by the share of the rounds") {
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
    const auto section = std::ranges::find(filled.figures, "choices", &Figure::id);
    REQUIRE(section != filled.figures.end());
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
