#include "report/pages/report.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"
#include "programs/run.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/comparison.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace reboost::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPackages =
    "apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra";

/// Returns "adjustbox.sty" from "! LaTeX Error: File `adjustbox.sty' not found."
std::optional<std::string> missing_file(const std::string& log) {
    constexpr std::string_view kBefore = "LaTeX Error: File `";
    const std::size_t at = log.find(kBefore), begin = at + kBefore.size();
    const std::size_t end = at == std::string::npos ? at : log.find("' not found", begin);
    if (end == std::string::npos || end - begin > 100) return std::nullopt;
    return log.substr(begin, end - begin);
}

/// Returns the first error and the lines that follow it, six lines in all.
std::string first_error(const std::string& log) {
    constexpr std::ptrdiff_t kLines = 6;
    const std::vector<std::string_view> lines = split(log, '\n');
    const auto first = std::ranges::find_if(lines, [](auto line) { return line.starts_with('!'); });
    if (first == lines.end()) return "";
    return fmt::format("\n{}", fmt::join(first, first + std::min(kLines, lines.end() - first), "\n"));
}

/// Runs pdflatex on `folder`/report.tex, without shell escape, three times, so that references are right.
/// Returns "" if report.pdf was made, or a text on how to get pdflatex or the package that it lacks. Throws
/// IoError if it fails for another reason.
std::string run_pdflatex(const std::string& program, const fs::path& folder) {
    std::error_code none;
    constexpr int kPasses = 3;  // for the table of contents and the links
    if (programs::run({program, "--version"}, "/", "/dev/null", 10) != 0)
        return "pdflatex was not found: report.tex is left to be compiled; " + std::string(kPackages);
    const fs::path log = fs::absolute(folder) / "report.log";
    for (int pass = 0; pass < kPasses; ++pass) {
        // pdflatex may read and write only in this folder, and run no other program.
        const int status = programs::run(
            {program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"}, folder,
            fs::absolute(folder) / "report.out.log", 600,
            {"openin_any=p", "openout_any=p", "max_print_line=1000"});
        fs::remove(folder / "report.out.log", none);
        if (status == 0) continue;
        const std::string text = fs::exists(log) ? config::read_text_file(log) : "";
        if (const auto missing = missing_file(text))
            return "pdflatex lacks " + *missing + ": report.tex is left to be compiled; " + kPackages;
        throw IoError("pdflatex could not compile " + (folder / "report.tex").string() + ", see " +
                      log.string() + first_error(text));
    }
    for (const char* file : {"report.aux", "report.toc", "report.out", "report.log"})
        fs::remove(folder / file, none);
    return "";
}

/// Writes files and adds them to the result.
class Output {
  public:
    Output(const ReportOptions& options, ReportResult& result) : options_(options), result_(result) {}

    void text(const fs::path& path, const std::string& content) {
        files::write_text(path, content);
        result_.files.push_back(path);
    }
    /// Returns a filled template; `page` is its path below plots: "latex/table.tex".
    std::string filled(const std::string& page, const Value& data, const Value& around = {}) {
        return templates_.try_emplace(page, options_.plots / page).first->second.fill(data, around);
    }
    /// Writes a filled template into a file of the report.
    void fill(const std::string& file, const std::string& page, const Value& data, const Value& around = {}) {
        text(options_.output / file, filled(page, data, around));
    }
    /// Writes each table, contest and figure as a file of its own, for other programs or for \\input.
    void parts(const Value& paper) {
        for (const Value& table : paper.at("tables").as_list()) {
            const std::string file = "tables/" + table.at("file").as_string();
            fill(file + ".csv", "pages/table.csv", table, paper);
            if (table.at("measure").at("name") == Value("contest")) continue;  // contest.tex shows these
            fill(file + ".md", "pages/table.md", table, paper);
            fill(file + ".tex", "latex/table.tex", table, paper);
        }
        for (const Value& figure : paper.at("figures").as_list())
            fill("figures/" + figure.at("file").as_string() + ".tex", "latex/figure.tex", figure, paper);
        for (const Value& contest : paper.at("contests").as_list()) {
            const std::string begin = contest.at("file").as_string() + "-";
            for (const Value& cost : contest.at("costs").as_list())
                fill("tables/" + begin + cost.at("cost").as_string() + ".tex", "latex/contest.tex", cost,
                     contest);
            for (const Value& figure : contest.at("figures").as_list())
                fill("figures/" + begin + figure.at("id").as_string() + ".tex", "latex/figure.tex", figure,
                     contest);
        }
        if (!paper.at("contests").as_list().empty())
            fill("tables/" + file_slug(paper.at("id").as_string()) + "-contests.csv", "pages/contests.csv",
                 paper);
    }
    /// Writes report.tex, and report.pdf or a warning.
    void document(const Value& report) {
        copy("preamble.tex", options_.plots / "latex");
        fill("report.tex", "latex/report.tex", report);
        const std::string missing = run_pdflatex(options_.pdflatex, options_.output);
        if (missing.empty())
            result_.files.push_back(result_.pdf = options_.output / "report.pdf");
        else
            result_.warnings.push_back(missing);
    }
    /// Writes the front page, one page per paper and per run, and the files that they load.
    void pages(const RunSet& runs, const Papers& papers, const Verification& verification,
               const Value& report) {
        result_.index = options_.output / "index.html";
        if (has_charts(options_)) {
            text(options_.output / "d3.min.js", config::read_text_file(options_.chart_library));
            text(options_.output / "d3.LICENSE.txt", config::read_text_file(options_.chart_licence));
        } else {
            result_.warnings.emplace_back("node-d3 was not found: figures are pictures only");
        }
        for (const char* asset : {"report.css", "report.js", "figures.js", "contest.js"})
            copy(asset, options_.plots / "pages");
        for (std::size_t i = 0; i < papers.size(); ++i) {
            Value page = paper_page(papers[i], options_);
            if (!papers[i].published()) page.set("warnings", report.at("warnings"));
            fill(page_name(papers[i]), "pages/paper.html", page, report.at("papers").as_list()[i]);
        }
        files(write_run_pages(options_, runs, papers, verification));
        fill("index.html", "pages/front.html", front_page(papers, options_), report);
    }
    void files(const std::vector<fs::path>& written) {
        result_.files.insert(result_.files.end(), written.begin(), written.end());
    }

  private:
    void copy(const char* file, const fs::path& from) {
        text(options_.output / file, config::read_text_file(from / file));
    }

    const ReportOptions& options_;
    ReportResult& result_;
    std::map<std::string, PageTemplate> templates_;
};

std::vector<std::string> papers_wanted(const ReportOptions& options) {
    if (options.papers.empty() && !options.comparisons.empty()) return {};
    const std::vector<std::string> known = list_papers(options.experiments.string());
    if (known.empty()) throw UsageError("no paper.json in any folder of " + options.experiments.string());
    for (const std::string& paper : options.papers)
        find_named(known, paper, "paper", std::identity{});
    return options.papers.empty() ? known : options.papers;
}

/// Makes ids unique: if a config has the name of another one or of a paper, its id is NAME-2.
Value with_own_id(const Value& definition, const Papers& papers) {
    const std::string wanted = definition.at("id").as_string();
    std::string id = wanted;
    const auto taken = [&](const Paper& paper) { return paper.experiment.id == id; };
    for (int count = 2; std::any_of(papers.begin(), papers.end(), taken); ++count)
        id = wanted + "-" + std::to_string(count);
    return Value(definition).set("id", id);
}

void check_baseline(const std::string& baseline, const Papers& papers) {
    if (baseline.empty()) return;
    std::vector<std::string> known;
    for (const Paper& paper : papers)
        for (const ContestSpec& contest : paper.experiment.contests) {
            if (find_row(contest, baseline)) return;
            for (const Axis& row : contest.rows)
                known.push_back(row.label);
        }
    throw UsageError("--baseline: " + unknown_name_message("method", baseline, known));
}

void note_left_out(const RunSet& runs, ReportResult& result) {
    if (runs.outdated() > 0)
        result.warnings.push_back(
            fmt::format("{} of earlier revisions of their algorithms: left out; run their configs again",
                        counted(runs.outdated(), "run")));
    for (const std::string& damage : runs.damaged())
        result.warnings.push_back(damage + ": left out; the next run of its config computes it anew");
    for (const std::string& damage : runs.damaged_reference())
        result.warnings.push_back(damage + ": its reference results are left out");
    for (const auto& [why, count] : runs.not_counted())
        result.warnings.push_back(fmt::format("{} {} and {} left out; run the configs again",
                                              counted(count, "run"), why, count == 1 ? "is" : "are"));
    for (const std::string& file : runs.changed_files())
        result.warnings.push_back(file + " has changed since the runs on it; run the configs again");
}

void fill_papers(const ReportOptions& options, const RunSet& runs, Papers& papers, ReportResult& result) {
    for (const std::string& id : papers_wanted(options)) {
        options.tell("numbers of " + id);
        Paper& paper = papers.emplace_back();
        paper.experiment = read_experiment((options.experiments / id / "paper.json").string());
        fill_paper(paper, runs, options.with_timings, options.baseline);
    }
    for (const OwnRuns& own : options.comparisons) {
        options.tell("numbers of " + own.definition.at("id").as_string());
        const Value definition = with_own_id(own.definition, papers);
        Paper& paper = papers.emplace_back();
        paper.own_runs.emplace(runs.only(
            [&own](const Run& run) { return own.runs.empty() || own.runs.contains(run_key(run.spec())); }));
        paper.experiment = experiment_from(definition);
        fill_paper(paper, *paper.own_runs, options.with_timings, options.baseline);
        paper.states.clear();  // nothing was published, so nothing has a state
        // Runs that differ only in options without effect on results, as an oracle, count for the config.
        if (paper.used.size() < own.planned) result.warnings.push_back(own.unfinished);
    }
    check_baseline(options.baseline, papers);
}

void count_used(const Papers& papers, ReportResult& result) {
    std::set<const Run*> used;
    for (const Paper& paper : papers) {
        result.states.insert(result.states.end(), paper.states.begin(), paper.states.end());
        used.insert(paper.used.begin(), paper.used.end());
    }
    result.runs_used = used.size();
    result.reference_used = static_cast<std::size_t>(std::ranges::count_if(used, &Run::reference));
}

}  // namespace

ReportResult make_report(const ReportOptions& options) {
    options.tell("reading the runs");
    const auto store = std::make_shared<const results::Store>(options.results, results::OpenMode::read_only);
    const RunSet runs(store, read_reference(options.reference), RunSet::Twins::both,
                      RunSet::Sources::of_this_program,
                      options.reference_ids ? &*options.reference_ids : nullptr);
    ReportResult result;
    result.runs_found = runs.runs().size();
    const Verification verification = verify(runs);
    // The reference results lack most configs of a user's own, so 0 compared runs are not worth reporting.
    if (verification.compared() > 0 || options.comparisons.empty())
        result.verified = summary_of(verification);
    Papers papers;
    fill_papers(options, runs, papers, result);
    note_left_out(runs, result);
    count_used(papers, result);
    Output output(options, result);
    output.files(draw_figures(options, papers, result.warnings));
    options.tell("writing tables and pages");
    const Value report = report_json(papers, result);
    output.text(options.output / "report.json", to_json(report) + "\n");
    for (std::size_t i = 0; i < papers.size(); ++i) {
        const Paper& paper = papers[i];
        const Value& numbers = report.at("papers").as_list()[i];
        output.parts(numbers);
        for (const Value& contest : numbers.at("contests").as_list())
            if (std::string text = output.filled("pages/answer.txt", contest, numbers); !text.empty())
                result.answers.push_back(text);
        const std::string results_md = output.filled("pages/results.md", numbers);
        output.text(options.output / (paper.experiment.id + "-RESULTS.md"), results_md);
        // Without any runs, the existing RESULTS.md is not overwritten by an empty one.
        if (options.update_results_md && paper.published() && !paper.used.empty())
            output.text(options.experiments / paper.experiment.id / "RESULTS.md", results_md);
    }
    if (options.pdf) output.document(report);
    output.pages(runs, papers, verification, report);
    return result;
}

}  // namespace reboost::report
