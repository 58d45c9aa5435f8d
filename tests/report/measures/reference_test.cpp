/// Reference results: what is exported gives the same report as the whole runs.
#include "report/measures/reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/report.hpp"

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

/// Three selectors on letter with seeds; RANDOM's second seed ends early.
std::vector<FakeRun> some_runs() {
    std::vector<FakeRun> runs;
    const auto add = [&](Value selector, std::int64_t seed, double base, int rounds) {
        FakeRun run;
        run.selector = std::move(selector);
        run.seed = seed;
        run.rounds = 3000;
        run.seconds_a_round = 0.01 * base;
        for (int t = 1; t <= rounds; ++t)
            run.errors.push_back(base + 0.6 / std::sqrt(t) + 0.003 * std::sin(0.7 * t));
        run.edges = std::vector<double>(static_cast<std::size_t>(rounds), 0.1);
        run.features = std::vector<std::int64_t>(static_cast<std::size_t>(rounds), seed);
        runs.push_back(run);
    };
    add(Value::object().set("name", "full"), 1, 0.15, 3000);
    add(selector_random(10), 1, 0.17, 3000);
    add(selector_random(10), 2, 0.16, 2500);
    add(selector_ucb(10), 1, 0.155, 3000);
    add(selector_ucb(1), 1, 0.9, 3000);  // never reaches its target
    return runs;
}

std::vector<double> last_errors(const std::vector<FakeRun>& runs) {
    std::vector<double> errors;
    for (const FakeRun& run : runs)
        errors.push_back(run.errors.back());
    return errors;
}

ReportOptions options_of(const fs::path& folder, const std::string& output) {
    ReportOptions options;
    options.results = folder / "results";
    options.experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / output;
    options.gnuplot = "no such program";
    options.papers = {"opt2009", "zhao2019"};
    return options;
}

ExportOptions export_of(const fs::path& folder) {
    return {folder / "results", fs::path(REBOOST_SOURCE_DIR) / "experiments", folder / "reference", false};
}

/// Every table, curve and RESULTS.md but for the count of runs, which says that they are reference results.
std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".html") continue;
        std::string text = read_text(entry.path());
        if (const auto at = text.find(" of them reference results"); at != std::string::npos) {
            const auto comma = text.rfind(',', at);
            text.erase(comma, at + std::string(" of them reference results").size() - comma);
        }
        files[fs::relative(entry.path(), folder).string()] = text;
    }
    return files;
}

}  // namespace

TEST_CASE("a report from the reference results alone equals the one from the whole runs") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    const ReportResult whole = make_report(options_of(folder.path(), "whole"));
    const ExportResult exported = export_reference(export_of(folder.path()));
    CHECK(exported.runs == 5);
    CHECK(exported.stale.empty());

    ReportOptions options = options_of(folder.path(), "again");
    options.results = folder.path() / "nothing";
    options.reference = folder.path() / "reference";
    const ReportResult again = make_report(options);
    CHECK(whole.reference_used == 0);
    CHECK(again.reference_used == whole.runs_used);
    const auto before = contents(folder.path() / "whole"), after = contents(folder.path() / "again");
    REQUIRE(before.size() == after.size());
    CHECK(before.contains("figures/opt2009-figure1-stump-letter-work.dat"));
    for (const auto& [name, text] : before) {
        INFO(name);
        CHECK((after.at(name) == text));
    }
    CHECK_THAT(read_text(folder.path() / "again" / "opt2009-RESULTS.md"),
               Catch::Contains("of them reference results"));
}

TEST_CASE(
    "neither a quick run of one's own nor a reference result hides the other; verdicts rest on the longer") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    export_reference(export_of(folder.path()));
    const auto first = [](std::int64_t rounds, double error) {
        FakeRun own = some_runs().front();
        own.rounds = rounds;
        const auto count = static_cast<std::size_t>(rounds);
        own.errors.assign(count, error);
        own.edges.resize(count, 0.1);
        own.features.resize(count);
        return own;
    };
    ReportOptions options = options_of(folder.path(), "mixed");
    options.results = folder.path() / "own";
    options.reference = folder.path() / "reference";
    const auto line = [&] {
        make_report(options);
        const std::string table = read_text(folder.path() / "mixed/tables/opt2009-table1.csv");
        const auto at = table.find("Stump,FULL,UCI letter");
        return at == std::string::npos ? table : table.substr(at, table.find('\n', at) - at);
    };
    fill(options.results, {first(20, 0.4)});
    CHECK_THAT(line(), Catch::EndsWith(",reference,own,40,20"));
    const std::string text = read_text(folder.path() / "mixed/tables/opt2009-table1.txt");
    CHECK_THAT(text, Catch::Contains("[T=3000, reference] · here 40.00"));
    CHECK_THAT(text, Catch::Contains("[T=20]"));
    CHECK_THAT(text, Catch::Contains("not computed here"));
    CHECK_THAT(text, Catch::Contains("After ·: computed here."));
    // At the paper's scale it is one's own that decides.
    fill(options.results, {first(100000, 0.3)});
    CHECK_THAT(line(), Catch::Contains(",30,") && Catch::Contains(",own,reference,16"));
}

TEST_CASE("a measure that was not exported is missing; of a thinned curve its last point only is taken") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    export_reference(export_of(folder.path()));
    const RunSet runs(
        std::make_shared<const results::Store>(folder.path() / "nothing", results::OpenMode::read_only),
        read_reference(folder.path() / "reference"));
    REQUIRE(runs.runs().size() == 5);
    CHECK_FALSE(runs.mixed());
    std::vector<const Run*> one{&runs.runs().front()};
    const Reduction known = reduce(runs, one, json_object({{"name", "asymptotic_error"}}), Value::object());
    CHECK_FALSE(std::isnan(known.value));
    const Reduction unknown =
        reduce(runs, one, json_object({{"name", "curve_at"}, {"round", 17}}), Value::object());
    CHECK(std::isnan(unknown.value));
    CHECK_THAT(unknown.missing, Catch::Contains("compute the run"));
    const Reduction last = reduce(runs, one, json_object({{"name", "curve_at"}}), Value::object());
    const std::vector<double> ends = last_errors(some_runs());
    CHECK(std::find(ends.begin(), ends.end(), last.value) != ends.end());
    // What the run's own header tells needs no curve.
    CHECK(reduce(runs, one, json_object({{"name", "attribute"}, {"attribute", "rows"}}), Value::object())
              .value == 1000);
}

TEST_CASE("a reference run survives its text, infinities, gaps and samples included") {
    ReferenceRecorder recorder;
    Run run{"abc", json_object({{"seed", 1}}), json_object({{"rows", 10}}), false};
    recorder.measured(run, measure_key(json_object({{"name", "a"}, {"factor", 1.2}}), 0.1),
                      {kNever, 0.25, "", 0, kNoValue});
    recorder.measured(run, measure_key(json_object({{"name", "b"}}), kNoValue),
                      {kNoValue, kNoValue, "nothing there", 0, kNoValue});
    recorder.measured(run, measure_key(json_object({{"name", "c"}}), kNever), {0.5, kNoValue, "", 400, 0.1});
    recorder.drew(run, {"test_error", true, "work"}, {{1, 100}, {10, 1000}, {0.5, 1.0 / 3}});
    recorder.drew(run, {"test_error", true, "work"}, {{50, 100}, {500, 1000}, {0.4, 1.0 / 3}});
    recorder.drew(run, {"test_error", false, "round"}, {{1, 2}, {1, 2}, {0.5, 0.25}});
    recorder.keep(run, "regret/expected", {1, 2.5});
    const std::string text = reference_text(recorder.runs().at("abc"));
    const auto back = reference_from(config::parse_json(text), "here");
    CHECK(back->run.reference);
    CHECK(reference_text(*back) == text);
    CHECK(
        std::isinf(back->measures.at(measure_key(json_object({{"name", "a"}, {"factor", 1.2}}), 0.1)).value));
    CHECK(back->measures.at(measure_key(json_object({{"name", "c"}}), kNever)).samples == 400);
    const KeptCurve& curve = back->curves.at({"test_error", true, "work"});
    CHECK(curve.round == std::vector<std::int64_t>{1, 50, 100});
    CHECK(curve.x == std::vector<double>{10, 500, 1000});
    CHECK(curve.y.back() == 1.0 / 3);
    CHECK(back->arrays.at("regret/expected") == std::vector<double>{1, 2.5});
    CHECK_THROWS_AS(reference_from(config::parse_json("{\"format\": 9}"), "there.json"), DataError);
    CHECK_THROWS_WITH(reference_from(config::parse_json("{}"), "there.json"), Catch::Contains("there.json"));
}

TEST_CASE("an export tells files of runs that nothing draws on, and removes them when asked") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    ExportOptions options = export_of(folder.path());
    ReferenceRun other;
    other.run.id = "0123";
    other.run.spec = Value::object();
    other.run.attributes = Value::object();
    write_text(options.output / "0123.json", reference_text(other));
    CHECK(export_reference(options).stale == std::vector<std::string>{"0123.json"});
    options.prune = true;
    CHECK(export_reference(options).pruned == 1);
    CHECK_FALSE(fs::exists(options.output / "0123.json"));
}

TEST_CASE("a shorter run of one's own does not cost the reference result in whose place it stands") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    ExportOptions options = export_of(folder.path());
    options.prune = true;
    export_reference(options);
    const auto files = contents(options.output);
    std::vector<FakeRun> shorter = some_runs();
    for (FakeRun& run : shorter) {
        run.rounds = 500;
        run.errors.resize(500);
        run.edges.resize(500);
        run.features.resize(500);
    }
    fs::remove_all(folder.path() / "results");
    fill(folder.path() / "results", shorter);
    CHECK(export_reference(options).pruned == 0);
    for (const auto& [name, text] : files)
        CHECK(contents(options.output).contains(name));
}

TEST_CASE("an export keeps what was exported of runs that are no longer there") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    const ExportOptions options = export_of(folder.path());
    const ExportResult first = export_reference(options);
    const auto files = contents(options.output);
    std::vector<FakeRun> fewer = some_runs();
    fewer.erase(fewer.begin());  // FULL, which the others refer to
    fs::remove_all(folder.path() / "results");
    fill(folder.path() / "results", fewer);
    const ExportResult second =
        export_reference({options.results, options.experiments, options.output, true});
    CHECK(first.kept == 0);
    CHECK(second.kept == 1);
    CHECK(second.runs + 1 == first.runs);
    CHECK(second.pruned == 0);
    CHECK(contents(options.output) == files);
}

TEST_CASE("samples of several runs are pooled as if they were one") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    std::vector<double> all;
    for (std::int64_t seed = 1; seed <= 3; ++seed) {
        FakeRun fake;
        fake.seed = seed;
        fake.errors = {0.5};
        results::RunRecord record = record_of(fake);
        std::vector<double> errors;
        for (int i = 0; i < 4 + seed; ++i)
            errors.push_back(0.1 * static_cast<double>(seed) + 0.01 * i * i);
        all.insert(all.end(), errors.begin(), errors.end());
        record.curves.put("trials/final_error", errors);
        store.write(record);
    }
    const RunSet runs = run_set(folder.path());
    std::vector<const Run*> chosen;
    for (const Run& run : runs.runs())
        chosen.push_back(&run);
    const Reduction r = reduce(runs, chosen, json_object({{"name", "trial_number"}}), Value::object());
    CHECK(r.runs == all.size());
    CHECK(r.value == Approx(mean(all)).epsilon(1e-13));
    CHECK(r.seed_sd == Approx(sample_sd(all)).epsilon(1e-13));
}
