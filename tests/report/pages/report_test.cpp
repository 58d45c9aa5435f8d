#include "report/pages/report.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "report/letter_report.hpp"
#include "report/measures/run_curve.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[fs::relative(entry.path(), folder).string()] = config::read_text_file(entry.path());
    return files;
}

}  // namespace

TEST_CASE("A report of an empty results folder says not enough data and still lists everything") {
    TemporaryFolder folder;
    ReportOptions options = options_of(folder.path());
    options.papers.clear();
    const ReportResult result = make_report(options);
    CHECK(result.runs_found == 0);
    CHECK(fs::exists(result.index));
    std::map<std::string, int> listed;
    for (const StateLine& line : result.states) {
        if (line.kind != "claim") ++listed[line.paper];
        if (line.kind == "claim") {
            // Nothing can be reproduced without runs, save what is pure algebra.
            CHECK((line.verdict == Verdict::not_tested || line.verdict == Verdict::not_obtainable ||
                   line.label == "determinants"));
        }
    }
    CHECK(listed.size() == 5);  // the policies' experiment has claims only
    const std::string listing = state_listing(result);
    for (const char* wanted : {"Table 1", "Table 2", "Table 3", "Figure 1", "Figure 2", "Figure 3",
                               "Figure 4", "Figure 5", "Figure 6"})
        CHECK_THAT(listing, Catch::Contains(wanted));
    const Value counts =
        config::parse_json(config::read_text_file(folder.path() / "report/report.json")).at("claim_counts");
    CHECK(counts.at("supported") == Value(0));
    CHECK(counts.at("not_tested") == counts.at("all"));
    CHECK(counts.at("checks_supported") == Value(1));  // pure algebra
    // Each claim is a square that leads to it.
    const std::string front = config::read_text_file(result.index);
    CHECK_THAT(front, Catch::Contains("data-verdict=\"not tested\" href=\"opt2009.html#claim-full-wins\""));
}

TEST_CASE("A report has tables, figures and verdicts, with short runs marked") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    const ReportResult result = make_report(options_of(folder.path()));
    CHECK(result.runs_found == 3);
    CHECK(result.runs_used == 3);
    const std::string text = config::read_text_file(folder.path() / "report/tables/opt2009-table1.md");
    CHECK_THAT(text, Catch::Contains(" T=1000 / 14.82 (0.04) / "));
    for (const char* ending : {"md", "csv", "tex"})
        CHECK(fs::exists(folder.path() / ("report/tables/opt2009-table1." + std::string(ending))));
    const fs::path figure = folder.path() / "report/figures/opt2009-figure1-stump-letter-work";
    CHECK(fs::exists(figure.string() + ".dat"));
    CHECK(fs::exists(figure.string() + ".gp"));
    if (gnuplot_fault("gnuplot").empty())
        for (const char* ending : {".svg", ".png", ".pdf"})
            CHECK(fs::file_size(figure.string() + ending) > 1000);
    CHECK(fs::exists(folder.path() / "report/opt2009-RESULTS.md"));
}

TEST_CASE("Without timings, equal runs give equal bytes however long they took") {
    TemporaryFolder one, other;
    for (const auto& [folder, seconds] : {std::pair{&one, 0.5}, std::pair{&other, 0.7}}) {
        fill(folder->path() / "results", letter_runs(seconds));
        ReportOptions options = options_of(folder->path());
        options.with_timings = false;
        make_report(options);
    }
    const auto a = contents(one.path() / "report"), b = contents(other.path() / "report");
    REQUIRE(a.size() == b.size());
    for (const auto& [name, text] : a) {
        INFO(name);
        CHECK((b.contains(name) && b.at(name) == text));
    }
    for (const auto& file : a)
        CHECK_THAT(file.first, !Catch::Contains("seconds"));
}

TEST_CASE("With timings the same runs give the same bytes twice") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    ReportOptions options = options_of(folder.path());
    make_report(options);
    const auto first = contents(folder.path() / "report");
    make_report(options);
    CHECK(contents(folder.path() / "report") == first);
}

TEST_CASE("d3 is copied into the report with its licence, and pages load it") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    ReportOptions options = options_of(folder.path());
    options.chart_library = folder.path() / "library.js";
    options.chart_licence = folder.path() / "licence";
    files::write_text(options.chart_library, "the library");
    files::write_text(options.chart_licence, "its licence");
    make_report(options);
    CHECK(config::read_text_file(folder.path() / "report/d3.min.js") == "the library");
    CHECK(config::read_text_file(folder.path() / "report/d3.LICENSE.txt") == "its licence");
    CHECK_THAT(config::read_text_file(folder.path() / "report/opt2009.html"), Catch::Contains("d3.min.js"));
    CHECK_THAT(config::read_text_file(folder.path() / "report/figures/opt2009-figure1-stump-letter-work.js"),
               Catch::StartsWith("reboostFigure("));
}

TEST_CASE("RESULTS.md of the experiments folder is written on request only, and never without runs") {
    TemporaryFolder folder;
    ReportOptions options = options_of(folder.path());
    fs::create_directories(folder.path() / "experiments/opt2009");
    fs::copy_file(options.experiments / "opt2009/paper.json",
                  folder.path() / "experiments/opt2009/paper.json");
    options.experiments = folder.path() / "experiments";
    make_report(options);
    options.update_results_md = true;
    make_report(options);
    CHECK_FALSE(fs::exists(folder.path() / "experiments/opt2009/RESULTS.md"));
    fill(folder.path() / "results", letter_runs(0.5));
    options.update_results_md = false;
    make_report(options);
    CHECK_FALSE(fs::exists(folder.path() / "experiments/opt2009/RESULTS.md"));
    options.update_results_md = true;
    make_report(options);
    CHECK(config::read_text_file(folder.path() / "experiments/opt2009/RESULTS.md") ==
          config::read_text_file(folder.path() / "report/opt2009-RESULTS.md"));
}

TEST_CASE("A claim that nobody can decide stands apart, with the reason") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    const fs::path experiment = folder.path() / "experiments/small/paper.json";
    fs::create_directories(experiment.parent_path());
    files::write_text(
        experiment,
        R"json({"id": "small", "title": "A small one", "authors": "A. Author", "venue": "V", "year": 2026,
        "tables": [{"id": "t", "label": "Table 1", "caption": "Errors.", "measure": {"name": "asymptotic_error"},
            "columns": [{"label": "letter", "query": {"dataset.name": "letter"}},
                        {"label": "usps", "query": {"dataset.name": "usps"}}],
            "rows": [{"label": "FULL", "query": {"selector.name": "full"}},
                     {"label": "QUICK", "query": {"selector.name": "quick_boost"}},
                     {"label": "UCT", "query": {"selector.name": "uct"}}],
            "published": [[0.1, null], [null, null], [0.2, null]]}],
        "claims": [{"id": "never", "sentence": "Nobody will ever know.", "rule": "compare_pairs",
                    "table": "t", "pairs": [["FULL", "UCT"]], "not_obtainable": "no data"}]})json");
    ReportOptions options = options_of(folder.path());
    options.experiments = folder.path() / "experiments";
    options.papers = {"small"};
    make_report(options);
    const std::string page = config::read_text_file(folder.path() / "report/small.html");
    CHECK_THAT(page, Catch::Contains("<b>Nobody will ever know.</b> no data"));
    CHECK_THAT(config::read_text_file(folder.path() / "report/small-RESULTS.md"),
               Catch::Contains("\n## Tables and figures\n"));
}

TEST_CASE(
    "Pages say the ratio of a claim as that of its method to the other, report.json as the rule has it") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    const fs::path experiment = folder.path() / "experiments/small/paper.json";
    fs::create_directories(experiment.parent_path());
    files::write_text(
        experiment,
        R"json({"id": "small", "title": "A small one", "authors": "A. Author", "venue": "V", "year": 2026,
        "tables": [{"id": "t", "label": "Table 1", "caption": "Errors.", "measure": {"name": "asymptotic_error"},
            "columns": [{"label": "letter", "query": {"dataset.name": "letter"}}],
            "rows": [{"label": "FULL", "query": {"selector.name": "full"}},
                     {"label": "RANDOM", "query": {"selector.name": "random"}}],
            "published": [[0.1], [0.2]]}],
        "claims": [{"id": "less", "sentence": "FULL errs less.", "rule": "compare_pairs", "table": "t",
                    "pairs": [["FULL", "RANDOM"]], "relative_tie": 0.01},
                   {"id": "as-large", "sentence": "RANDOM's error is as large.", "rule": "ratio_at_least",
                    "factor": 1.01, "table": "t", "pairs": [["RANDOM", "FULL"]]}]})json");
    ReportOptions options = options_of(folder.path());
    options.experiments = folder.path() / "experiments";
    options.papers = {"small"};
    make_report(options);
    const Value report = config::parse_json(config::read_text_file(folder.path() / "report/report.json"));
    const Value::List& claims = report.at("papers").as_list().front().at("claims").as_list();
    const Value &less = claims.front().at("effect"), &as_large = claims.back().at("effect");
    const double ratio = less.at("value").as_number();
    CHECK(ratio > 1.05);
    CHECK(as_large.at("value").as_number() == Approx(ratio));
    CHECK(less.at("inverse") == Value(true));
    CHECK(as_large.find("inverse") == nullptr);
    const std::string page = config::read_text_file(folder.path() / "report/small.html");
    CHECK_THAT(page, Catch::Contains("×" + fmt::format("{:.2f}", 1 / ratio)));
    CHECK_THAT(page, Catch::Contains("×" + fmt::format("{:.2f}", ratio)));
}

TEST_CASE("An unknown paper is refused with the nearest") {
    TemporaryFolder folder;
    ReportOptions options = options_of(folder.path());
    options.papers = {"opt209"};
    CHECK_THROWS_WITH(make_report(options), Catch::Contains("opt2009"));
}

TEST_CASE("Thinning keeps the ends and the order, and thinning twice changes nothing") {
    std::vector<std::int64_t> rounds;
    for (std::int64_t t = 1; t <= 10000; ++t)
        rounds.push_back(t);
    const std::vector<std::int64_t> even = thinned(rounds, 100, false);
    for (const bool logarithmic : {false, true}) {
        const std::vector<std::int64_t> kept = thinned(rounds, 100, logarithmic);
        CHECK(kept.size() <= 101);
        CHECK(kept.size() >= 60);
        CHECK(kept.front() == 1);
        CHECK(kept.back() == 10000);
        CHECK(std::is_sorted(kept.begin(), kept.end()));
        CHECK(thinned(kept, 100, logarithmic) == kept);
        std::vector<std::int64_t> more = kept;  // with the rounds of the other kind beside them
        more.insert(more.end(), even.begin(), even.end());
        std::sort(more.begin(), more.end());
        more.erase(std::unique(more.begin(), more.end()), more.end());
        CHECK(thinned(more, 100, logarithmic) == kept);
    }
    CHECK(thinned({1, 5, 100}, 100, true) == std::vector<std::int64_t>{1, 5, 100});
    CHECK(thinned({1, 2, 3, 4, 5, 6, 7, 8, 9}, 5, false) == std::vector<std::int64_t>{1, 3, 5, 7, 9});
    CHECK(thinned({1, 2, 3, 4, 5, 6}, 5, false) == std::vector<std::int64_t>{1, 3, 4, 5, 6});
    CHECK(thinned({1, 2, 3, 4, 5, 6}, 2, false) == std::vector<std::int64_t>{1, 6});
    CHECK(thinned({1, 2, 3}, 1, false) == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("A table that claims decide is refuted, then open, then unclear, then reproduced") {
    TemporaryFolder folder;
    std::vector<FakeRun> fakes = letter_runs(0.5);
    fakes.push_back(fakes.front());  // errs as FULL does
    fakes.back().selector = selector_random(20);
    fill(folder.path(), fakes);
    const RunSet runs = run_set(folder.path());
    const Value definition = json(R"json({"id": "small", "title": "A small one",
        "tables": [{"id": "t", "label": "Table 1", "measure": {"name": "asymptotic_error"},
            "columns": [{"label": "letter", "query": {"dataset.name": "letter"}}],
            "rows": [{"label": "FULL", "query": {"selector.name": "full"}},
                     {"label": "RANDOM", "query": {"selector.name": "random", "selector.k": 10}},
                     {"label": "SAME", "query": {"selector.name": "random", "selector.k": 20}},
                     {"label": "UCT", "query": {"selector.name": "uct"}}]}],
        "claims": [{"id": "right", "sentence": "a", "rule": "compare_pairs", "table": "t",
                    "pairs": [["FULL", "RANDOM"]]},
                   {"id": "wrong", "sentence": "b", "rule": "compare_pairs", "table": "t",
                    "pairs": [["RANDOM", "FULL"]]},
                   {"id": "open", "sentence": "c", "rule": "compare_pairs", "table": "t",
                    "pairs": [["FULL", "UCT"]]},
                   {"id": "never", "sentence": "e", "rule": "compare_pairs", "table": "t",
                    "pairs": [["FULL", "UCT"]], "not_obtainable": "no data"}]})json");
    const std::vector<std::pair<const char*, Verdict>> cases{
        {R"(["right"])", Verdict::supported},
        {R"(["right", "never"])", Verdict::supported},
        {R"(["never"])", Verdict::not_obtainable},
        {R"(["right", "open"])", Verdict::not_tested},
        {R"(["open", "right", "wrong"])", Verdict::contradicted},
        {R"(["wrong"])", Verdict::contradicted},
        {R"(["never", "open"])", Verdict::not_tested}};
    for (const auto& [claims, verdict] : cases) {
        Value decided = definition;
        decided.find("tables")->as_list().front().set("claims", json(claims));
        Paper paper;
        paper.experiment = experiment_from(decided);
        fill_paper(paper, runs, true);
        CAPTURE(claims);
        CHECK(paper.states.at(0).kind == "table");
        CHECK(paper.states.at(0).verdict == verdict);
    }
    Value unknown = definition;
    unknown.find("tables")->as_list().front().set("claims", json(R"(["none"])"));
    Paper paper;
    paper.experiment = experiment_from(unknown);
    CHECK_THROWS_AS(fill_paper(paper, runs, true), UsageError);
}

TEST_CASE("A verdict is given as soon as the cells that are there decide it") {
    const char* const kPaper = R"json({"id": "toy", "title": "Toy", "tables": [{
        "id": "t", "label": "Table 9", "measure": {"name": "curve_at"}, "scale": 100, "unit": "%",
        "paper_rounds": 10, "tolerance": 0.3,
        "columns": [{"id": "letter", "label": "letter", "query": {"dataset.name": "letter"}}],
        "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                 {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}],
        "published": [[10.0], [12.0]]}]})json";
    const auto state = [&](double full_error, std::int64_t rounds = 10) {
        TemporaryFolder folder;
        FakeRun full;
        full.rounds = rounds;
        full.errors = std::vector<double>(static_cast<std::size_t>(rounds), full_error);
        fill(folder.path(), {full});
        const RunSet runs = run_set(folder.path());
        Value definition = json(kPaper);
        Paper paper, facts;
        paper.experiment = experiment_from(definition);
        fill_paper(paper, runs, true);
        definition.find("tables")->as_list().front().set("facts", true);
        facts.experiment = experiment_from(definition);
        fill_paper(facts, runs, true);
        CHECK(facts.states.empty());  // the set-up is no result
        return paper.states.at(0);
    };
    const StateLine refuted = state(0.2), open = state(0.1), shorter = state(0.1, 5);
    CHECK(refuted.verdict == Verdict::contradicted);  // RANDOM cannot change that
    CHECK(open.verdict == Verdict::not_tested);
    // One is there at fewer rounds: it is not missing.
    CHECK(shorter.counts.full == 0);
    CHECK(shorter.counts.smaller == 1);
    CHECK(shorter.counts.missing == 1);
    CHECK(open.counts.full == 1);
    CHECK(open.counts.within == 1);
    CHECK(open.counts.missing == 1);
    CHECK(open.counts.total() == 2);
}
