/// Reference results: what is exported gives the same report as the whole runs.
#include "report/measures/reference.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/run_curve.hpp"
#include "report/pages/exports.hpp"
#include "report/pages/report.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <regex>

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

ReportOptions reference_options(const fs::path& folder, const std::string& output) {
    ReportOptions options;
    options.results = folder / "results";
    options.experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / output;
    options.gnuplot = "no such program";
    options.papers = {"opt2009", "zhao2019"};
    options.chart_library = "no-such-library";  // its numbers are none of ours
    return options;
}

ExportOptions export_of(const fs::path& folder) {
    return {folder / "results", fs::path(REBOOST_SOURCE_DIR) / "experiments", folder / "reference", false};
}

/// Every table, curve and RESULTS.md but for the count of runs, which says that they are reference results.
std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".html") continue;
        std::string text = config::read_text_file(entry.path());
        if (const auto at = text.find(" of them reference results"); at != std::string::npos) {
            const auto comma = text.rfind(',', at);
            text.erase(comma, at + std::string(" of them reference results").size() - comma);
        }
        files[fs::relative(entry.path(), folder).string()] = text;
    }
    if (const auto found = files.find("report.json"); found != files.end()) {
        Value numbers = config::parse_json(found->second);
        for (const char* of_this_machine : {"verification", "warnings"})
            numbers.erase(of_this_machine);
        found->second = std::regex_replace(to_json(numbers), std::regex("\"reference_used\":\\d+,?"), "");
    }
    return files;
}

/// Whether the texts are equal but for digits of numbers that float32 lacks, as curves of reference results
/// do.
bool equal_at_float32(const std::string& a, const std::string& b) {
    static const std::regex number(R"([0-9]+\.?[0-9]*(e[-+]?[0-9]+)?)");
    if (std::regex_replace(a, number, "#") != std::regex_replace(b, number, "#")) return false;
    const std::sregex_iterator end;
    for (std::sregex_iterator x(a.begin(), a.end(), number), y(b.begin(), b.end(), number); x != end;
         ++x, ++y)
        if (std::stod(x->str()) != Approx(std::stod(y->str())).epsilon(1e-6).margin(1e-7)) return false;
    return true;
}

}  // namespace

TEST_CASE("a report from the reference results alone equals the one from the whole runs") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    const ReportResult whole = make_report(reference_options(folder.path(), "whole"));
    const ExportResult exported = export_reference(export_of(folder.path()));
    CHECK(exported.runs == 5);
    CHECK(exported.stale.empty());

    ReportOptions options = reference_options(folder.path(), "again");
    options.results = folder.path() / "nothing";
    options.reference = folder.path() / "reference";
    const ReportResult again = make_report(options);
    CHECK(whole.reference_used == 0);
    CHECK(again.reference_used == whole.runs_used);
    const auto before = files_in(folder.path() / "whole"), after = files_in(folder.path() / "again");
    REQUIRE(before.size() == after.size());
    CHECK(before.contains("figures/opt2009-figure1-stump-letter-work.dat"));
    for (const auto& [name, text] : before) {
        INFO(name);
        // The page of a reference result has a name of its own.
        CHECK(equal_at_float32(std::regex_replace(after.at(name), std::regex("-reference.html"), ".html"),
                               text));
    }
    CHECK_THAT(config::read_text_file(folder.path() / "again" / "opt2009-RESULTS.md"),
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
    ReportOptions options = reference_options(folder.path(), "mixed");
    options.results = folder.path() / "own";
    options.reference = folder.path() / "reference";
    const auto line = [&] {
        make_report(options);
        const std::string table = config::read_text_file(folder.path() / "mixed/tables/opt2009-table1.csv");
        const auto at = table.find("Stump,FULL,UCI letter");
        return at == std::string::npos ? table : table.substr(at, table.find('\n', at) - at);
    };
    fill(options.results, {first(20, 0.4)});
    CHECK_THAT(line(), Catch::EndsWith(",reference,own,40,20,,"));
    const std::string text = config::read_text_file(folder.path() / "mixed/tables/opt2009-table1.md");
    CHECK_THAT(text, Catch::Contains(" T=3000 ref / ") && Catch::Contains("; here 40.00"));
    CHECK_THAT(text, Catch::Contains("ref: a reference result") &&
                         Catch::Contains("here: computed on this machine"));
    // At the paper's scale it is one's own that decides.
    fill(options.results, {first(100000, 0.3)});
    CHECK_THAT(line(), Catch::Contains(",30,") && Catch::Contains(",own,reference,16"));
}

TEST_CASE("from what is kept any measure can be made: exact, a crossing within 1%") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    export_reference(export_of(folder.path()));
    const RunSet whole = run_set(folder.path() / "results");
    const RunSet kept(nullptr, read_reference(folder.path() / "reference"));
    REQUIRE(kept.runs().size() == 5);
    CHECK_FALSE(kept.mixed());
    const Value full = json_object({{"selector.name", "full"}});
    const auto both = [&](std::size_t run, const Value& measure) {
        const Run *a = &whole.runs()[run], *b = &kept.runs()[run];
        return std::pair{reduce(whole, std::span(&a, 1), measure, Value::object()),
                         reduce(kept, std::span(&b, 1), measure, Value::object())};
    };
    const auto measure = [](const char* name) { return json_object({{"name", name}}); };
    for (std::size_t run = 0; run < 5; ++run) {
        for (const Value& exact :
             {measure("asymptotic_error"), measure("asymptotic_over_minimum"), measure("curve_at"),
              measure("loss_identity_gap"), json_object({{"name", "curve_at"}, {"round", 2400}}),
              json_object({{"name", "feature_frequency"}, {"feature", 1}}),
              json_object({{"name", "last_of"}, {"array", "edge"}})}) {
            const auto [a, b] = both(run, exact);
            INFO(to_json(exact));
            CHECK_FALSE(std::isnan(a.value));
            CHECK(b.value == Approx(exact.find("array") ? rounded_to(5, a.value) : a.value).epsilon(1e-7));
            CHECK((b.spread == a.spread || std::isnan(a.spread)));
        }
        for (const double factor : {1.01, 1.05, 1.3, 1.77, 2.5}) {  // no report asks for these
            Value cost = json_object({{"name", "cost_to_reach"}, {"factor", factor}});
            cost.set("reference", full).set("cost", "work");
            const auto [a, b] = both(run, cost);
            if (std::isinf(a.value)) CHECK(std::isinf(b.value));
            if (!std::isinf(a.value)) CHECK(b.value == Approx(a.value).epsilon(0.012));
            CHECK(b.value >= a.value);
        }
        // Between the rounds kept nothing is made up.
        const auto [known, unknown] = both(run, json_object({{"name", "curve_at"}, {"round", 2411}}));
        CHECK_FALSE(std::isnan(known.value));
        CHECK(std::isnan(unknown.value));
        CHECK_THAT(unknown.missing, Catch::Contains("compute the run"));
    }
}

TEST_CASE("a measure that is kept is taken, and none is made of a curve with few rounds") {
    const auto measure = [](const char* name) { return json_object({{"name", name}}); };
    const double gap = std::nan("");
    results::StoredRun run{"abc", R"({"spec": {"seed": 1}, "attributes": {"rows": 10}})", {}, {}};
    run.arrays = as_stored({{kRoundsKept, {1, 17, 30, 50}},
                            {"curves/test_error", {0.5, 0.25, gap, 0.125}},
                            {"curves/smoothed/validation_error", {0.5, gap, 0.4, gap}},
                            {"curves/validation_error", {0.5, 0.25, 0.25, 0.25}},
                            {"curves/work", {10, 170, 300, 500}},
                            {"summary/" + kept_measure(measure("loss_identity_gap"), kNoValue), {0.25, 0.01}},
                            {"summary/" + kept_measure(measure("cost_to_reach"), 0.125), {kNever}}});
    const RunSet runs(nullptr, reference_file({run}));
    const Run* const one = &runs.runs().front();
    CHECK(one->reference);
    const auto taken = [&](const Value& wanted) { return reduce(runs, std::span(&one, 1), wanted, {}); };
    CHECK(taken(measure("loss_identity_gap")).value == 0.25);
    CHECK(taken(measure("loss_identity_gap")).spread == 0.01);
    CHECK(taken(measure("curve_at")).value == 0.125);
    CHECK(taken(json_object({{"name", "curve_at"}, {"round", 17}})).value == 0.25);
    CHECK(taken(json_object({{"name", "last_of"}, {"array", "work"}})).value == 500);
    CHECK(taken(json_object({{"name", "attribute"}, {"attribute", "rows"}})).value == 10);
    for (const Value& lost : {json_object({{"name", "curve_at"}, {"round", 30}}), measure("asymptotic_error"),
                              measure("asymptotic_over_minimum")})
        CHECK(std::isnan(taken(lost).value));
    CHECK(run_curves(runs, *one, "test_error", true, {"round"}).front().round.empty());
    CHECK(run_curves(runs, *one, "validation_error", true, {"work"}).front().x ==
          std::vector<double>{10, 300});
    CHECK(run_curves(runs, *one, "test_error", false, {"work"}).front().x ==
          std::vector<double>{10, 170, 500});
}

TEST_CASE("an export names runs that nothing draws on, and drops them when asked") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    ExportOptions options = export_of(folder.path());
    const std::string header =
        R"({"spec": {"selector": {"name": "round_robin_of_nobody"}}, "attributes": {}})";
    fs::create_directories(options.output);
    write_reference(options.output, "other", {{"0123", header, {}, {}}});
    CHECK(export_reference(options).stale == std::vector<std::string>{"0123"});
    CHECK(fs::exists(options.output / "other.h5"));
    options.prune = true;
    CHECK(export_reference(options).pruned == 1);
    CHECK_FALSE(fs::exists(options.output / "other.h5"));
}

TEST_CASE("an export does not overwrite a damaged file, nor take runs of a modified source") {
    TemporaryFolder folder;
    results::Store store(folder.path() / "results");
    for (const FakeRun& fake : some_runs()) {
        results::RunRecord record = record_of(fake);
        if (fake.seed == 2) record.attributes.set("source_sha256", "0123");
        store.write(record);
    }
    const ExportOptions options = export_of(folder.path());
    const ExportResult result = export_reference(options);
    CHECK(result.modified == 0);  // it does not count for this program, nor is it drawn
    CHECK(result.runs == 4);
    const fs::path file = options.output / "opt2009.h5";
    fs::resize_file(file, fs::file_size(file) - 1);
    CHECK_THROWS_WITH(export_reference(options), Catch::Contains("opt2009.h5"));
}

TEST_CASE("a shorter run of one's own does not cost the reference result in whose place it stands") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    ExportOptions options = export_of(folder.path());
    options.prune = true;
    export_reference(options);
    const auto files = files_in(options.output);
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
    CHECK(RunSet(nullptr, read_reference(options.output)).runs().size() == 10);
}

TEST_CASE("an export keeps what was exported of runs that are no longer there") {
    TemporaryFolder folder;
    fill(folder.path() / "results", some_runs());
    const ExportOptions options = export_of(folder.path());
    const ExportResult first = export_reference(options);
    const ReferenceResults before = read_reference(options.output);
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
    const ReferenceResults after = read_reference(options.output);
    REQUIRE(after.files.size() == before.files.size());
    for (std::size_t i = 0; i < before.files.size(); ++i)
        for (const std::string& id : before.files[i]->list())
            CHECK(after.files[i]->stored(id).seal == before.files[i]->stored(id).seal);
}

TEST_CASE("samples of several runs are pooled as if they were one, runs of a single sample, too") {
    const std::vector<std::vector<std::vector<double>>> cases{
        {{0.1, 0.11, 0.14, 0.19, 0.26}, {0.2, 0.21, 0.24, 0.29, 0.36, 0.45}, {0.3, 0.31, 0.34}},
        {{0.25}, {0.5, 0.75, 1}}};
    for (const auto& samples : cases) {
        TemporaryFolder folder;
        results::Store store(folder.path());
        std::vector<double> all;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            FakeRun fake;
            fake.seed = static_cast<std::int64_t>(i) + 1;
            fake.errors = {0.5};
            results::RunRecord record = record_of(fake);
            record.curves.put("trials/final_error", samples[i]);
            store.write(record);
            all.insert(all.end(), samples[i].begin(), samples[i].end());
        }
        const RunSet runs = run_set(folder.path());
        std::vector<const Run*> chosen;
        for (const Run& run : runs.runs())
            chosen.push_back(&run);
        const Measurement r = reduce(runs, chosen, json_object({{"name", "trial_number"}}), Value::object());
        CHECK(r.count == all.size());
        CHECK(r.value == Approx(mean(all)).epsilon(1e-13));
        CHECK(r.sd == Approx(sample_sd(all)).epsilon(1e-13));
    }
}

TEST_CASE("the rounds kept are round ones, 200 to a decade, those that tables ask for, and the last") {
    // Counted by a second implementation.
    const std::vector<std::int64_t> kept = kept_rounds(2500, {0, 777, 1999, 2500, 5000});
    CHECK(kept.size() == 472);
    CHECK(std::accumulate(kept.begin(), kept.end(), std::int64_t{0}) == 286575);
    CHECK(kept_rounds(7, {}) == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7});
    for (const std::int64_t round : {1, 9, 10, 20, 100, 9000})
        CHECK(is_exact_round(round));
    for (const std::int64_t round : {11, 15, 101, 110, 2500})
        CHECK_FALSE(is_exact_round(round));
}

TEST_CASE(
    "a score's corner of a curve is the last whose threshold is not below it, the first where all are") {
    const Roc curve{{0, 0.5, 1}, {0, 0.5, 1}, {3, 2, 1}};
    const double scores[] = {4, 3, 2.5, 2, 1, 0};
    const std::size_t corners[] = {0, 0, 0, 1, 2, 2};
    for (std::size_t i = 0; i < std::size(scores); ++i)
        CHECK(curve.at(scores[i]) == corners[i]);
}

TEST_CASE(
    "of ROC curves the corners of the validation part's hull are kept, of others those at its thresholds") {
    const double inf = std::numeric_limits<double>::infinity();
    Archive curves;
    const auto put = [&](const std::string& name, const std::vector<double>& values) {
        curves.put(name, values);
    };
    put("roc/validation/false_positive_rate", {0, 0.1, 0.3, 0.4, 1});
    put("roc/validation/true_positive_rate",
        {0, 0.5, 0.6, 0.9, 1});  // the third lies below its neighbours' line
    put("roc/validation/threshold", {inf, 4, 3, 2, 1});
    put("roc/test/false_positive_rate", {0, 0.2, 0.3, 0.5, 0.7, 1});
    put("roc/test/true_positive_rate", {0, 0.4, 0.5, 0.6, 0.8, 1});
    put("roc/test/threshold", {inf, 5, 3.7, 3.5, 1.5, 0});
    put("regret/samples", {1, 2});
    put("regret/arm_totals", {1, 2, 3, 4, 5, 6});
    KeptArrays kept = digest_of(curves, {}, {}, Keep::all);
    const std::string validation = "curves/roc/validation/", test = "curves/roc/test/";
    using Numbers = std::vector<double>;
    CHECK(kept[validation + "threshold"] == Numbers{inf, 4, 2, 1});
    CHECK(kept[validation + "false_positive_rate"] == Numbers{0, 0.1, 0.4, 1});
    CHECK(kept[test + "threshold"] == Numbers{inf, 5, 3.5, 1.5, 0});
    CHECK(kept[test + "true_positive_rate"] == Numbers{0, 0.4, 0.6, 0.8, 1});
    CHECK(kept["curves/regret/last_arm_totals"] == Numbers{4, 5, 6});
}

TEST_CASE(
    "curves that are drawn are kept to five digits, paths to three and four, what tables read to the last") {
    const std::string error = "curves/" + smoothed_name("test_error"),
                      loss = "curves/" + smoothed_name("edge");
    CHECK(digits_kept(error, Keep::all, 7) == 0);
    CHECK(digits_kept(loss, Keep::all, 7) == 5);
    CHECK(digits_kept("curves/edge", Keep::all, 10) == 5);
    CHECK(digits_kept("curves/work", Keep::all, 7) == 0);
    CHECK(digits_kept(error, Keep::path, 7) == 4);
    CHECK(digits_kept("curves/work", Keep::path, 7) == 3);
    CHECK(digits_kept("curves/round", Keep::path, 7) == 0);
}
