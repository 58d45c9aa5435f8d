#include "config/json.hpp"
#include "report/fake_runs.hpp"
#include "report/markup.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/figure_files.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/comparison.hpp"
#include "results/store.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

const Value kRunForm = config::read_json_file(REBOOST_SOURCE_DIR "/plots/pages/run.json");

FakeRun a_run(std::int64_t seed) {
    FakeRun run;
    run.selector = selector_ucb(5);
    run.rounds = 6;
    run.seed = seed;
    run.errors = {0.5, 0.4, 0.3, 0.3, 0.25, 0.125};
    run.features = {3, 1, 3, 2, 3, 1};
    return run;
}

ReportOptions options_with(const fs::path& folder, const std::vector<FakeRun>& runs) {
    ReportOptions options;
    options.results = folder / "results";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / "report";
    fill(options.results, runs);
    std::vector<Value> specs;
    for (const FakeRun& run : runs)
        specs.push_back(record_of(run).spec);
    options.comparisons.push_back(comparison_definition(kComparison, "mine", "", specs));
    return options;
}

}  // namespace

TEST_CASE("A report of a config shows the config's runs and no others that fit, unless they are pooled") {
    TemporaryFolder folder;
    ReportOptions options = options_with(folder.path(), {a_run(1), a_run(2), a_run(3)});
    CHECK(make_report(options).runs_used == 3);
    const RunSet stored = run_set(options.results);
    std::vector<Value> wanted;
    for (const Run& run : stored.runs())
        if (run.option("seed").as_integer() != 2) wanted.push_back(run.spec());
    REQUIRE(wanted.size() == 2);
    options.comparisons.front().runs = run_keys(wanted);
    CHECK(make_report(options).runs_used == 2);
    CHECK(run_keys(wanted).size() == 2);
    Value named = wanted.front();  // what changes no result
    named.find("booster")->set("oracle_every", std::int64_t{5});
    CHECK(run_key(named) == run_key(wanted.front()));
}

TEST_CASE("A run's curves and its features, the most frequent first") {
    TemporaryFolder folder;
    fill(folder.path(), {a_run(1)});
    const RunSet runs = run_set(folder.path());
    const std::vector<Panel> curves = run_curves(runs, runs.runs().front(), kRunForm);
    REQUIRE(curves.size() == 1);
    REQUIRE(curves[0].series.size() == 1);
    CHECK(curves[0].series[0].label == "test");
    CHECK(curves[0].series[0].points.back().y == Approx(12.5));
    const Value chosen = chosen_features(runs, runs.runs().front());
    const Value::List& features = chosen.at("features").as_list();
    REQUIRE(features.size() == 3);
    CHECK(features[0].at("feature") == Value(3));
    CHECK(features[0].at("rounds") == Value(3));
    CHECK(features[0].at("share") == Value(0.5));
    CHECK(features[1].at("feature") == Value(1));
    CHECK(chosen.at("feature_rounds") == Value(6));
}

TEST_CASE("A reference result that is kept as a path shows its smoothed errors") {
    TemporaryFolder folder;
    fill(folder.path(), {a_run(1)});
    const RunSet runs = run_set(folder.path());
    for (const Keep keep : {Keep::path, Keep::all}) {
        ReferenceRecorder::Read read;
        read.rounds = {1, 2, 3, 4, 5, 6};
        read.in_contest = keep == Keep::path;
        const RunSet kept(nullptr, kept_of(runs, read));
        const std::vector<Panel> curves = run_curves(kept, kept.runs().front(), kRunForm);
        REQUIRE(curves.size() == 1);
        REQUIRE(curves[0].series.size() == 1);
        CHECK(curves[0].series[0].label == (keep == Keep::path ? "test, smoothed" : "test"));
        CHECK(curves[0].series[0].points.size() == 6);
    }
}

TEST_CASE("A curve of one point is drawn as a mark, and the others keep their axis") {
    TemporaryFolder folder;
    const FakeRun fake = a_run(1);
    results::RunRecord record = record_of(fake);
    record.curves.put("test/round", std::vector<std::uint64_t>{6});
    record.curves.put("test/auc", std::vector<double>{0.75});
    record.curves.put("train/round", std::vector<std::uint64_t>{1, 3, 6});
    record.curves.put("train/auc", std::vector<double>{0.6, 0.7, 0.9});
    ReportOptions options = options_with(folder.path(), {a_run(2)});
    results::Store(options.results).write(record);
    options.comparisons = {comparison_definition(kComparison, "mine", "", std::vector<Value>{record.spec})};
    const RunSet runs = run_set(options.results);
    const auto run = std::ranges::find(runs.runs(), record.id, &Run::id);
    const Panel auc = run_curves(runs, *run, kRunForm).at(1);
    CHECK(auc.series.at(0).marked);  // test
    CHECK_FALSE(auc.series.at(1).marked);
    CHECK(frame_of(auc).x.low <= 1);
    make_report(options);
    const std::string page =
        config::read_text_file(options.output / "runs" / (record.id.substr(0, 12) + ".html"));
    CHECK(markup_mistake(page).empty());
}

TEST_CASE("Each run used has a page, to which cells lead, with what repeats the run") {
    TemporaryFolder folder;
    const std::vector<FakeRun> fakes{a_run(1), a_run(2)};
    ReportOptions options = options_with(folder.path(), fakes);
    make_report(options);
    const std::string page = config::read_text_file(options.output / "mine.html");
    for (const FakeRun& fake : fakes) {
        const std::string id = record_of(fake).id.substr(0, 12);
        const std::string run = config::read_text_file(options.output / "runs" / (id + ".html"));
        CHECK(markup_mistake(run).empty());
        CHECK_THAT(page, Catch::Contains("<a href=\"runs/" + id + ".html\">"));
        for (const char* wanted :
             {"Chosen features", "test CPU", "0123456789abcdef", "../mine.html#table-asymptotic",
              "Other seeds of the same cell", "&quot;rounds&quot;: 6"})
            CHECK_THAT(run, Catch::Contains(wanted));
        CHECK_THAT(run, Catch::Contains("reboost run " + id + ".json"));
    }
    const fs::path one = options.output / "runs" / (record_of(fakes[0]).id.substr(0, 12) + ".html");
    const std::string before = config::read_text_file(one);
    const auto written = fs::last_write_time(one);
    make_report(options);
    CHECK(fs::last_write_time(one) == written);  // nothing changed: not written again
    fs::last_write_time(one,
                        fs::last_write_time(options.results / "runs" / (record_of(fakes[0]).id + ".h5")) -
                            std::chrono::seconds(1));
    make_report(options);  // the run's file is younger
    CHECK(fs::last_write_time(one) > written);
    CHECK(config::read_text_file(one) == before);
    CHECK(results::Store(options.results).gather_small_runs(1) == 2);
    make_report(options);  // the collection is younger
    const auto of_pack = fs::last_write_time(one);
    make_report(options);
    CHECK(fs::last_write_time(one) == of_pack);
    options.with_timings = false;
    make_report(options);  // says something else
    const std::string run =
        config::read_text_file(options.output / "runs" / (record_of(fakes[0]).id.substr(0, 12) + ".html"));
    CHECK_THAT(run, !Catch::Contains("test CPU"));
}
