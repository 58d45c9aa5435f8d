#include "config/json.hpp"
#include "report/fake_runs.hpp"
#include "report/json_schema.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/comparison.hpp"
#include "report/tests_json.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

const fs::path kTree = REBOOST_SOURCE_DIR;

JsonSchema schema_of_reports() {
    return JsonSchema(config::parse_json(config::read_text_file(kTree / "docs" / "report.schema.json")));
}

/// Full search, random draws and a bandit on two data sets, six splits each; FULL on letter as opt2009 asks
/// for it.
std::vector<FakeRun> contest_of_three() {
    std::vector<FakeRun> runs;
    for (const std::string dataset : {"letter", "pendigits"})
        for (std::int64_t split = 1; split <= 6; ++split)
            for (const auto& [selector, work, base] : std::vector<std::tuple<Value, std::uint64_t, double>>{
                     {Value::object().set("name", "full"), 1000, 0.15},
                     {selector_random(10), 100, 0.16},
                     {selector_ucb(10), 80, 0.155}}) {
                FakeRun run;
                run.dataset = dataset;
                run.selector = selector;
                run.split = split;
                run.rounds = 100;
                run.work_a_round = work;
                for (int t = 1; t <= 100; ++t)
                    run.errors.push_back(base + 0.6 / t + 0.001 * static_cast<double>(split));
                runs.push_back(std::move(run));
            }
    return runs;
}

/// The report.json that a report of these runs writes.
Value report_of(const std::vector<FakeRun>& runs, const std::vector<std::string>& papers,
                const std::vector<OwnRuns>& comparisons) {
    const TemporaryFolder folder;
    fill(folder.path() / "results", runs);
    ReportOptions options;
    options.results = folder.path() / "results";
    options.experiments = kTree / "experiments";
    options.plots = kTree / "plots";
    options.output = folder.path() / "report";
    options.papers = papers;
    options.comparisons = comparisons;
    options.gnuplot = "no-such-gnuplot";
    make_report(options);
    return config::parse_json(config::read_text_file(options.output / "report.json"));
}

const Value& element(const Value& list, std::string_view key, std::string_view wanted) {
    for (const Value& one : list.as_list())
        if (const Value* found = one.find(key); found != nullptr && *found == Value(wanted)) return one;
    throw std::runtime_error("no " + std::string(wanted));
}

const Value& cell_at(const Value& table, std::string_view row, std::string_view column) {
    for (const Value& cell : table.at("cells").as_list())
        if (cell.at("row") == Value(row) && cell.at("column") == Value(column)) return cell;
    throw std::runtime_error("no cell");
}

}  // namespace

TEST_CASE("report.json of a paper and of a contest fits its schema") {
    std::vector<Value> specs;
    for (const FakeRun& run : contest_of_three())
        specs.push_back(record_of(run).spec);
    const Value report = report_of(contest_of_three(), {"opt2009", "abc2010"},
                                   {OwnRuns(comparison_definition(kComparison, "mine", "", specs))});
    CHECK(schema_of_reports().complaints(report) == std::vector<std::string>{});
    CHECK(report.at("version") == Value(kReportVersion));
    CHECK(report.at("papers").as_list().size() == 3);

    const Value& table1 = element(element(report.at("papers"), "id", "opt2009").at("tables"), "id", "table1");
    std::vector<std::string> first_of_block;
    for (const Value& row : table1.at("rows").as_list())
        if (row.find("begins_block") != nullptr) first_of_block.push_back(row.at("id").as_string());
    CHECK(first_of_block == std::vector<std::string>{"stump/full", "product/full", "tree/full"});
}

TEST_CASE("The schema of report.json refuses what is missing, unknown or of another type") {
    const JsonSchema schema = schema_of_reports();
    Value report = report_of({}, {"kdd2009"}, {});
    REQUIRE(schema.complaints(report).empty());
    SECTION("missing") {
        report.erase("runs");
    }
    SECTION("unknown") {
        report.find("papers")->as_list().front().set("colour", "red");
    }
    SECTION("another type") {
        report.find("papers")->as_list().front().set("title", 3);
    }
    SECTION("another word") {
        report.find("papers")->as_list().front().find("claims")->as_list().front().set("verdict", "maybe");
    }
    CHECK(schema.complaints(report).size() == 1);
}

TEST_CASE("report.json has the numbers of a contest: ratios, sets and reached targets") {
    std::vector<Value> specs;
    for (const FakeRun& run : contest_of_three())
        specs.push_back(record_of(run).spec);
    const Value report =
        report_of(contest_of_three(), {}, {OwnRuns(comparison_definition(kComparison, "mine", "", specs))});
    const Value& contest = report.at("papers").as_list().front().at("contests").as_list().front();
    const Value& work = element(contest.at("costs"), "cost", "work");
    CHECK(work.at("sets") == Value(2));
    CHECK(work.at("fewest_splits") == Value(6));
    const Value& against_random = work.at("against_random");
    REQUIRE(against_random.as_list().size() == 2);
    for (const Value& one : against_random.as_list()) {
        const double ratio = one.at("cost").at("value").as_number();
        // The bandit errs less for less work; full search needs ten times the work of a round.
        if (one.at("against").as_string().starts_with("random") &&
            one.at("method").as_string().starts_with("ucb"))
            CHECK(ratio < 0.8);
        else
            CHECK(ratio > 1);
        REQUIRE(one.at("sets").as_list().size() == 2);
        CHECK(one.at("sets").as_list().front().at("splits") == Value(6));
    }
}

TEST_CASE(
    "report.json has a cell's value beside the published one, infinities as words and nothing where nothing is") {
    FakeRun full;
    full.rounds = 100'000;
    for (int t = 1; t <= 20; ++t)
        full.errors.push_back(0.15);
    const Value report = report_of({full}, {"opt2009"}, {});
    const Value& paper = report.at("papers").as_list().front();
    const Value& cell = cell_at(element(paper.at("tables"), "id", "table1"), "stump/full", "letter");
    CHECK(cell.at("value").as_number() == Approx(15.0));
    CHECK(cell.at("n") == Value(1));
    CHECK(cell.at("difference").as_number() ==
          Approx(cell.at("value").as_number() - cell.at("published").as_number()));
    const Value& claim = element(paper.at("claims"), "id", "small-differences");
    CHECK(claim.at("limits") == Value::object().set("limit", 1.0).set("share_at_least", 0.9));
    const Value& absent = cell_at(element(paper.at("tables"), "id", "table1"), "stump/full", "mnist");
    CHECK(absent.find("value") == nullptr);
    CHECK(absent.at("state") == Value("no_runs"));
    CHECK(absent.at("published").as_number() == Approx(7.76));
    CHECK(number_json(std::numeric_limits<double>::infinity()) == Value("inf"));
    CHECK(number_json(kNoValue).is_null());
    CHECK(to_json(number_json(-0.0)) == "0.0");
}

TEST_CASE("Equal runs give an equal report.json") {
    const auto text = [] { return to_json(report_of(contest_of_three(), {"opt2009"}, {})); };
    CHECK(text() == text());
}
