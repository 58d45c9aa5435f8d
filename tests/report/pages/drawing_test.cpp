/// What Gnuplot draws, when it draws it anew, and what becomes of a report where it cannot.
#include "config/json.hpp"
#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "report/letter_report.hpp"
#include "report/pages/pages.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

TEST_CASE("Without Gnuplot it is said once and the tables still come") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    ReportOptions options = options_of(folder.path());
    options.gnuplot = "no-such-gnuplot";
    options.chart_library = "no-such-library";
    const ReportResult result = make_report(options);
    REQUIRE(result.warnings.size() == 2);
    CHECK_THAT(result.warnings[0], Catch::Contains("gnuplot"));
    CHECK_THAT(result.warnings[1], Catch::Contains("node-d3"));
    CHECK_THAT(config::read_text_file(folder.path() / "report/opt2009.html"), !Catch::Contains("d3.min.js"));
    CHECK(fs::exists(folder.path() / "report/tables/opt2009-table1.md"));
    CHECK(fs::exists(folder.path() / "report/figures/opt2009-figure1-stump-letter-work.dat"));
    CHECK_FALSE(fs::exists(folder.path() / "report/figures/opt2009-figure1-stump-letter-work.svg"));
}

TEST_CASE("A Gnuplot that fails, writes nothing or hangs costs the pictures alone") {
    struct Fault {
        const char *script, *said;
    };
    for (const Fault& fault :
         {Fault{"echo 'no such terminal' >&2; exit 3", "no such terminal"}, Fault{"exit 0", "it made no "},
          Fault{"exit 7", "it ended with 7"}, Fault{"sleep 600 & wait", "it was stopped after 1 seconds"}}) {
        CAPTURE(fault.script);
        TemporaryFolder folder;
        fill(folder.path() / "results", letter_runs(0.5));
        ReportOptions options = options_of(folder.path());
        const fs::path program = folder.path() / "gnuplot";
        files::write_text(program,
                          "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n" + std::string(fault.script) + "\n");
        fs::permissions(program, fs::perms::owner_all);
        options.gnuplot = program.string();
        options.seconds_per_figure = 1;
        const ReportResult result = make_report(options);
        const auto told = [&](const char* words) {
            return std::ranges::count_if(result.warnings, [words](const std::string& warning) {
                return warning.find(words) != std::string::npos;
            });
        };
        CHECK(told("left as data and script") == 1);
        CHECK(told(fault.said) == 1);
        const fs::path figure = folder.path() / "report/figures/opt2009-figure1-stump-letter-work";
        CHECK(fs::exists(figure.string() + ".gp"));
        CHECK_FALSE(fs::exists(figure.string() + ".svg"));
        CHECK_THAT(config::read_text_file(folder.path() / "report/opt2009.html"),
                   !Catch::Contains("<img src=\"figures/"));
    }
}

TEST_CASE("Figures are drawn anew where their data or the style changed, and where they are asked for") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    ReportOptions options = options_of(folder.path());
    const fs::path program = folder.path() / "gnuplot";
    // Notes the scripts it was given and makes their pictures.
    files::write_text(program, "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nshift\nfor s; do echo $s >> '" +
                                   (folder.path() / "drawn").string() +
                                   "'; for e in svg png pdf; do echo x > ${s%gp}$e; done; done\n");
    fs::permissions(program, fs::perms::owner_all);
    options.gnuplot = program.string();
    const auto drawn = [&] {
        fs::remove(folder.path() / "drawn");
        CHECK(make_report(options).warnings == std::vector<std::string>{});
        const std::string names =
            fs::exists(folder.path() / "drawn") ? config::read_text_file(folder.path() / "drawn") : "";
        return std::ranges::count(names, '\n');
    };
    const auto all = drawn();
    CHECK(all >= 2);
    CHECK(drawn() == 0);
    CHECK_THAT(config::read_text_file(folder.path() / "report/opt2009.html"),
               Catch::Contains("<img src=\"figures/"));
    files::write_text(folder.path() / "report/figures/opt2009-figure1-stump-letter-work.dat", "1 2\n");
    CHECK(drawn() == 1);
    files::write_text(folder.path() / "mine.gp", "set grid\n");
    options.style = folder.path() / "mine.gp";
    CHECK(drawn() == all);
    options.only = "stump-letter-work";
    options.style.clear();
    CHECK(drawn() == 1);
    const fs::path figures = folder.path() / "report/figures";
    CHECK(fs::exists(figures / "opt2009-figure1-stump-letter-work.svg"));
    CHECK_FALSE(
        fs::exists(figures / "opt2009-figure1-stump-letter-train_cpu_seconds.svg"));  // of another style
    CHECK(fs::exists(figures / "opt2009-figure1-stump-letter-train_cpu_seconds.gp"));
    options.only = "stump-leter";
    CHECK_THROWS_WITH(make_report(options), Catch::Contains("--only: unknown figure 'stump-leter'"));
}

TEST_CASE("A picture of earlier data is not shown where the new one cannot be drawn, now or later") {
    TemporaryFolder folder;
    fill(folder.path() / "results", letter_runs(0.5));
    ReportOptions options = options_of(folder.path());
    const fs::path program = folder.path() / "gnuplot";
    const auto answer = [&](const std::string& script) {
        files::write_text(program, "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nshift\n" + script + "\n");
        fs::permissions(program, fs::perms::owner_all);
    };
    options.gnuplot = program.string();
    const auto page_has_pictures = [&] {
        make_report(options);
        return config::read_text_file(folder.path() / "report/opt2009.html").find("<img src=\"figures/") !=
               std::string::npos;
    };
    answer("for s; do for e in svg png pdf; do echo x > ${s%gp}$e; done; done");
    CHECK(page_has_pictures());
    fs::remove_all(folder.path() / "results");
    std::vector<FakeRun> others = letter_runs(0.4);
    for (FakeRun& run : others)
        for (double& error : run.errors)
            error /= 2;
    fill(folder.path() / "results", others);
    answer("exit 3");
    CHECK_FALSE(page_has_pictures());
    CHECK_FALSE(page_has_pictures());  // its data and scripts are the same by now
}

TEST_CASE("A Gnuplot that does not even tell its version is not called absent") {
    TemporaryFolder folder;
    const fs::path program = folder.path() / "gnuplot";
    files::write_text(program, "#!/bin/sh\nexit 3\n");
    fs::permissions(program, fs::perms::owner_all);
    CHECK_THAT(gnuplot_fault(program.string()), Catch::Contains("--version ended with status 3"));
    CHECK(gnuplot_fault("no-such-gnuplot") == "no-such-gnuplot was not found");
}
