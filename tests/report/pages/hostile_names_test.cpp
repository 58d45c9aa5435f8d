/// No name runs anything, writes anywhere else or breaks a page, wherever it stands.
#include "config/json.hpp"
#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/markup.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/report.hpp"
#include "report/paper/comparison.hpp"

#include <set>
#include <thread>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

/// Names that would make the file `marker`, leave the folder, or break out of some quoting.
std::vector<std::string> hostile_names(const std::string& marker) {
    const std::string touch = "touch " + marker;
    return {"`" + touch + "`",
            "a`" + touch + "`b",
            "$(" + touch + ")",
            "; " + touch + ";",
            "| " + touch,
            "<" + touch,
            "< " + touch,
            "\"`" + touch + "`\"",
            "'; system('" + touch + "'); x='",
            "''; system(\"" + touch + "\"); x=''",
            "\"; system(\"" + touch + "\"); x=\"",
            "line\nsystem(\"" + touch + "\")\n!" + touch + "\n",
            "line\rsystem('" + touch + "')",
            "@name",
            "a\\",
            "a\\\"b",
            "../../../escaped",
            "/tmp/escaped-by-a-name",
            "..",
            ".hidden",
            "-e system('" + touch + "')",
            "<script>alert(1)</script>",
            "</script><script>alert(1)</script><!--",
            "line\xE2\x80\xA8separator\xE2\x80\xA9",
            "\" onmouseover=\"alert(1)",
            "' onmouseover='alert(1)",
            "a|b||c",
            "[x](javascript:alert(1))",
            "}{\\input{/etc/passwd}%$#_^~&",
            "$x",
            "=cmd|' /C calc'!A0",
            "\x01\x1b[31mred\x07",
            std::string("nul\0byte", 8),
            std::string(300, 'x'),
            "naïve ∞ ν=0.1",
            ""};
}

/// Runs whose data set, selector and file all bear the name.
std::vector<FakeRun> runs_named(const std::string& name) {
    std::vector<FakeRun> runs;
    for (const char* selector : {"full", "other"}) {
        FakeRun run;
        run.dataset = name.empty() ? "letter" : name;  // without a name it would need a path
        run.selector = Value::object().set("name", selector + name);
        run.rounds = 20;
        for (int t = 1; t <= 20; ++t)
            run.errors.push_back(0.2 + 0.1 / t);
        runs.push_back(run);
    }
    return runs;
}

ReportOptions hostile_options(const fs::path& folder) {
    ReportOptions options;
    options.results = folder / "results";
    options.experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / "deep/in/report";
    options.with_timings = false;
    return options;
}

std::set<std::string> files_below(const fs::path& folder) {
    std::set<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_directory()) files.insert(fs::relative(entry.path(), folder).string());
    return files;
}

/// Columns of a row of a Markdown table.
std::size_t bars(const std::string& line) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
        count += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    return count;
}

}  // namespace

TEST_CASE(
    "A slug has nothing but letters, digits, '.', '_' and '-', and different names have different slugs") {
    std::set<std::string> slugs;
    const std::vector<std::string> names = hostile_names("/tmp/marker");
    for (const std::string& name : names) {
        const std::string slug = file_slug(name);
        CAPTURE(slug);
        CHECK(slug.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
              std::string::npos);
        CHECK((slug.front() != '.' && slug.front() != '-'));
        CHECK(slug.size() < 100);
        slugs.insert(slug);
    }
    CHECK(slugs.size() == names.size());
    CHECK(file_slug("opt2009-figure1-stump-letter-work") == "opt2009-figure1-stump-letter-work");
    CHECK(file_slug("a b") != file_slug("a/b"));
    CHECK(file_slug(file_slug("a b")) != file_slug("a b"));  // a name that is another's slug
}

TEST_CASE("No name runs a command, leaves the output folder or breaks a page") {
    TemporaryFolder folder;
    const std::string marker = (folder.path() / "marker").string();
    ReportOptions options = hostile_options(folder.path());
    for (const std::string& name : hostile_names(marker)) {
        const std::vector<FakeRun> runs = runs_named(name);
        fill(options.results, runs);
        std::vector<Value> specs;
        for (const FakeRun& run : runs)
            specs.push_back(record_of(run).spec);
        options.comparisons.push_back(comparison_definition(kComparison, name, name, specs));
    }
    const std::set<std::string> before = files_below(folder.path());
    const ReportResult result = make_report(options);
    CHECK_FALSE(fs::exists(marker));
    CHECK(result.runs_used == 2 * options.comparisons.size());
    for (const std::string& file : files_below(folder.path())) {
        CAPTURE(file);
        CHECK((before.contains(file) || file == "results/index.h5" || file.starts_with("deep/in/report/")));
        CHECK(file.find(".drawing") == std::string::npos);
        const std::string text = config::read_text_file(folder.path() / file);
        if (file.ends_with(".html") || file.ends_with(".svg")) CHECK(markup_mistake(text) == "");
        if (file.ends_with(".gp") || file.ends_with(".md") || file.ends_with(".html") ||
            file.ends_with(".txt"))
            CHECK(text.find_first_of(std::string_view("\x01\x1b\r\0", 4)) == std::string::npos);
        if (file.ends_with(".js") && file.find("/figures/") != std::string::npos)
            for (const char* bad : {"</", "<!--", "\xE2\x80\xA8", "\xE2\x80\xA9"})
                CHECK(text.find(bad) == std::string::npos);
        if (file.ends_with("-asymptotic.md")) {
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);)
                if (line.starts_with('|')) CHECK(bars(line) == 3);
        }
        if (file.ends_with("-RESULTS.md")) {
            std::istringstream lines(text);
            std::size_t above = 0;  // bars of the line above, where it is of a table
            for (std::string line; std::getline(lines, line);) {
                const std::size_t now = line.starts_with('|') ? bars(line) : 0;
                if (above > 0 && now > 0) CHECK(now == above);
                above = now;
            }
        }
    }
    if (gnuplot_fault("gnuplot").empty()) {
        std::size_t drawn = 0;
        for (const std::string& file : files_below(options.output))
            drawn += file.ends_with(".svg");
        CHECK(drawn == 4 * options.comparisons.size());
    }
    CHECK_FALSE(fs::exists("/tmp/escaped-by-a-name"));
}

TEST_CASE("Reports made at the same time into one folder do not clash") {
    TemporaryFolder folder;
    ReportOptions options = hostile_options(folder.path());
    const std::vector<FakeRun> runs = runs_named("letter");
    fill(options.results, runs);
    std::vector<Value> specs;
    for (const FakeRun& run : runs)
        specs.push_back(record_of(run).spec);
    options.comparisons.push_back(comparison_definition(kComparison, "mine", "", specs));
    make_report(options);
    std::map<std::string, std::string> alone;
    for (const std::string& file : files_below(options.output))
        alone[file] = config::read_text_file(options.output / file);
    std::vector<std::string> failures(4);
    std::vector<std::thread> reports;
    for (std::string& failure : failures)
        reports.emplace_back([&options, &failure] {
            try {
                for (int i = 0; i < 3; ++i)
                    make_report(options);
            } catch (const std::exception& error) {
                failure = error.what();
            }
        });
    for (std::thread& report : reports)
        report.join();
    for (const std::string& failure : failures)
        CHECK(failure == "");
    CHECK(files_below(options.output).size() == alone.size());
    for (const auto& [file, text] : alone) {
        CAPTURE(file);
        CHECK((config::read_text_file(options.output / file) == text));
    }
}
