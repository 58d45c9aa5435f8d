/// report.tex and what pdflatex makes of it, with hostile names everywhere.
#include "config/json.hpp"
#include "files/atomic_file.hpp"
#include "programs/run.hpp"
#include "report/fake_runs.hpp"
#include "report/pages/report.hpp"
#include "report/paper/comparison.hpp"

#include <regex>

#include <catch2/catch.hpp>
#include <sys/stat.h>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names_for_latex(const std::string& marker) {
    return {"\\immediate\\write18{touch " + marker + "}",
            "\\input{/etc/passwd}",
            "}{\\input|\"touch " + marker + "\"}%$#_^~&",
            "\\end{document}",
            "^^5cinput",
            "a\\",
            "$x",
            "%",
            "\"quotes\" and 'quotes' and `backquotes`",
            "[x]*",
            "a|b||c",
            "-- --- ?` !`",
            "naïve ∞ ν=0.1 中文 \xF0\x9F\x98\x80",
            "ÀÉÎÕÜßçñŁłŠšŽžŰűĞğİıÆæØøÅåŒœ",
            "line\nbreak\ttab\x07",
            std::string(300, 'x'),
            "many words " + std::string(200, '-')};
}

ReportOptions latex_options(const fs::path& folder, const std::vector<std::string>& names) {
    ReportOptions options;
    options.results = folder / "results";
    options.experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / "report";
    options.with_timings = false;
    options.pdf = true;
    for (const std::string& name : names) {
        std::vector<FakeRun> runs;
        for (const char* selector : {"full", "other"}) {
            FakeRun run;
            run.dataset = name;
            run.selector = Value::object().set("name", selector + name);
            run.rounds = 20;
            for (int t = 1; t <= 20; ++t)
                run.errors.push_back(0.2 + 0.1 / t);
            runs.push_back(run);
        }
        fill(options.results, runs);
        std::vector<Value> specs;
        for (const FakeRun& run : runs)
            specs.push_back(record_of(run).spec);
        options.comparisons.push_back(comparison_definition(kComparison, name, name, specs));
    }
    return options;
}

/// A program that notes its arguments in `folder`/arguments, says `log` in report.log and ends with `status`.
fs::path fake_pdflatex(const fs::path& folder, const std::string& log, int status) {
    const fs::path program = folder / "pdflatex";
    files::write_text(program, "#!/bin/sh\necho \"$@\" >> '" + (folder / "arguments").string() +
                                   "'\n[ \"$1\" = --version ] && exit 0\necho '" + log +
                                   "' > report.log\ntouch report.pdf\nexit " + std::to_string(status) + "\n");
    ::chmod(program.c_str(), 0755);
    return program;
}

/// Points of the widest overfull box that a log tells.
double widest_overfull(const std::string& log) {
    static const std::regex kOverfull(R"(Overfull \\[hv]box \(([0-9.]+)pt)");
    double widest = 0;
    for (std::sregex_iterator at(log.begin(), log.end(), kOverfull), end; at != end; ++at)
        widest = std::max(widest, std::stod((*at)[1]));
    return widest;
}

}  // namespace

TEST_CASE("Without pdflatex report.tex is left, with the packages to install") {
    TemporaryFolder folder;
    ReportOptions options = latex_options(folder.path(), {"mine"});
    options.pdflatex = "/no/such/pdflatex";
    const ReportResult result = make_report(options);
    CHECK(result.pdf.empty());
    CHECK(fs::exists(options.output / "report.tex"));
    REQUIRE_FALSE(result.warnings.empty());
    CHECK_THAT(result.warnings.back(), Contains("texlive-latex-extra") && Contains("report.tex"));
}

TEST_CASE("pdflatex is run without shell escape; a package that it lacks is named, another error is one") {
    TemporaryFolder folder;
    ReportOptions options = latex_options(folder.path(), {"mine"});
    options.pdflatex = fake_pdflatex(folder.path(), "", 0).string();
    CHECK(make_report(options).pdf == options.output / "report.pdf");
    CHECK_THAT(config::read_text_file(folder.path() / "arguments"), Contains("-no-shell-escape"));
    CHECK_FALSE(fs::exists(options.output / "report.log"));

    options.pdflatex =
        fake_pdflatex(folder.path(), "! LaTeX Error: File `adjustbox.sty`` not found.", 1).string();
    CHECK_THROWS_AS(make_report(options), IoError);
    fake_pdflatex(folder.path(), "! LaTeX Error: File `adjustbox.sty'\\'' not found.", 1);
    const ReportResult lacking = make_report(options);
    CHECK(lacking.pdf.empty());
    CHECK_THAT(lacking.warnings.back(), Contains("adjustbox.sty"));
    fake_pdflatex(folder.path(), "! Undefined control sequence.", 1);
    CHECK_THROWS_WITH(make_report(options), Contains("Undefined control sequence"));
}

TEST_CASE("No name runs a command in LaTeX, reads a file, stops it or leaves the page") {
    TemporaryFolder folder;
    const fs::path marker = folder.path() / "marker";
    ReportOptions options = latex_options(folder.path(), names_for_latex(marker.string()));
    options.pdflatex = "/no/such/pdflatex";
    make_report(options);
    const std::string text = config::read_text_file(options.output / "report.tex");
    for (const char* bad : {"\\immediate", "\\write18", "\\input{/", "\\input|"})
        CHECK(text.find(bad) == std::string::npos);
    CHECK(text.find("\\end{document}") == text.rfind("\\end{document}"));
    if (programs::run({"pdflatex", "--version"}, "/", "/dev/null", 10) != 0) {
        WARN("pdflatex is not installed: the document was not compiled");
        return;
    }
    const int status = programs::run(
        {"pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"},
        options.output, folder.path() / "log", 600, {"max_print_line=1000"});
    const std::string log = config::read_text_file(folder.path() / "log");
    CAPTURE(log.substr(log.size() - std::min<std::size_t>(log.size(), 1500)));
    CHECK(status == 0);
    CHECK(widest_overfull(log) <= 5);
    CHECK_FALSE(fs::exists(marker));
}

TEST_CASE("The document of the papers has their tables and compiles without boxes over 5 pt") {
    TemporaryFolder folder;
    ReportOptions options;
    options.results = folder.path() / "none";
    options.experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = fs::path(REBOOST_SOURCE_DIR) / "plots";
    options.reference = fs::path(REBOOST_SOURCE_DIR) / "results/reference";
    options.output = folder.path() / "report";
    options.gnuplot = "/no/such/gnuplot";
    options.pdflatex = "/no/such/pdflatex";
    options.papers = {"abc2010", "zhao2019"};  // Greek letters, wide tables, infinities
    options.pdf = true;
    make_report(options);
    CHECK_THAT(config::read_text_file(options.output / "report.tex"),
               Contains("\\input{tables/abc2010-table2.tex}"));
    if (programs::run({"pdflatex", "--version"}, "/", "/dev/null", 10) != 0) {
        WARN("pdflatex is not installed: the document was not compiled");
        return;
    }
    const auto compile = [&](const char* name) {
        const int status = programs::run(
            {"pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", name},
            options.output, folder.path() / "log", 600, {"max_print_line=1000"});
        CHECK(status == 0);
        CHECK(widest_overfull(config::read_text_file(folder.path() / "log")) <= 5);
    };
    compile("report.tex");
    // In another's article, with narrow columns of text and nothing but the packages that docs/results.md
    // names.
    std::string host = "\\documentclass{article}\n\\usepackage{booktabs,adjustbox}\n\\begin{document}\n";
    for (const auto& file : fs::directory_iterator(options.output / "tables"))
        if (file.path().extension() == ".tex")
            host += "\\input{tables/" + file.path().filename().string() + "}\n\\clearpage\n";
    files::write_text(options.output / "host.tex", host + "\\end{document}\n");
    compile("host.tex");
}
