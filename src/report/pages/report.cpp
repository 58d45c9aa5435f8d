#include "report/pages/report.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/drawing.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/programs.hpp"
#include "report/pages/report_json.hpp"
#include "report/pages/run_pages.hpp"
#include "report/paper/comparison.hpp"
#include "results/atomic_file.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace reboost::report {
namespace {

namespace fs = std::filesystem;

/// Writes files and remembers them.
class Output {
  public:
    Output(const ReportOptions& options, ReportResult& result) : options_(options), result_(result) {}

    void text(const fs::path& path, const std::string& content) {
        results::write_text(path, content);
        result_.files.push_back(path);
    }
    /// Each table, contest and figure alone, to be read by other programs or for \\input.
    void parts(const Value& paper) {
        const auto fill = [&](const char* folder, const std::string& name, const PageTemplate& page,
                              const Value& part, const Value* around = nullptr) {
            text(options_.output / folder / name, page.fill(part, around == nullptr ? paper : *around));
        };
        const auto file_of = [](const Value& part) { return part.at("file").as_string(); };
        for (const Value& table : paper.at("tables").as_list()) {
            fill("tables", file_of(table) + ".csv", table_csv_, table);
            if (table.at("measure").at("name") == Value("contest")) continue;  // contest.tex shows it
            fill("tables", file_of(table) + ".md", table_md_, table);
            fill("tables", file_of(table) + ".tex", table_tex_, table);
        }
        for (const Value& figure : paper.at("figures").as_list())
            fill("figures", file_of(figure) + ".tex", figure_tex_, figure);
        for (const Value& contest : paper.at("contests").as_list()) {
            const std::string begin = file_of(contest) + "-";
            for (const Value& cost : contest.at("costs").as_list())
                fill("tables", begin + cost.at("cost").as_string() + ".tex", contest_tex_, cost, &contest);
            for (const Value& figure : contest.at("figures").as_list())
                fill("figures", begin + figure.at("id").as_string() + ".tex", figure_tex_, figure, &contest);
        }
        if (!paper.at("contests").as_list().empty())
            fill("tables", file_slug(paper.at("id").as_string()) + "-contests.csv", contests_csv_, paper);
    }
    /// report.tex, and report.pdf or a warning.
    void document(const Value& report) {
        text(options_.output / "preamble.tex",
             config::read_text_file(options_.plots / "latex" / "preamble.tex"));
        text(options_.output / "report.tex",
             PageTemplate(options_.plots / "latex", "report.tex").fill(report));
        const std::string missing = run_pdflatex(options_.pdflatex, options_.output);
        if (missing.empty())
            result_.files.push_back(result_.pdf = options_.output / "report.pdf");
        else
            result_.warnings.push_back(missing);
    }
    /// The front page, a page for each paper and each run, and what they load.
    void pages(RunPagesInput input, const Value& report) {
        const fs::path pages = options_.plots / "pages";
        result_.index = options_.output / "index.html";
        input.charts = fs::exists(options_.chart_library) && fs::exists(options_.chart_licence);
        if (input.charts) {
            text(options_.output / "d3.min.js", config::read_text_file(options_.chart_library));
            text(options_.output / "d3.LICENSE.txt", config::read_text_file(options_.chart_licence));
        } else {
            result_.warnings.emplace_back("node-d3 was not found: figures are pictures only");
        }
        for (const char* asset : {"report.css", "report.js", "figures.js", "contest.js"})
            text(options_.output / asset, config::read_text_file(pages / asset));
        const PageTemplate paper_template(pages, "paper.html");
        for (std::size_t i = 0; i < input.papers.size(); ++i)
            text(options_.output / page_name(*input.papers[i]),
                 paper_template.fill(paper_page(*input.papers[i], input.charts),
                                     report.at("papers").as_list()[i]));
        files(write_run_pages(input));
        text(result_.index,
             PageTemplate(pages, "front.html").fill(front_page(input.papers, input.charts), report));
    }
    void files(const std::vector<fs::path>& written) {
        result_.files.insert(result_.files.end(), written.begin(), written.end());
    }

  private:
    const ReportOptions& options_;
    ReportResult& result_;
    const std::filesystem::path pages_ = options_.plots / "pages", latex_ = options_.plots / "latex";
    const PageTemplate table_csv_{pages_, "table.csv"}, table_md_{pages_, "table.md"},
        contests_csv_{pages_, "contests.csv"}, table_tex_{latex_, "table.tex"},
        contest_tex_{latex_, "contest.tex"}, figure_tex_{latex_, "figure.tex"};
};

std::vector<std::string> papers_wanted(const ReportOptions& options) {
    if (options.papers.empty() && !options.comparisons.empty()) return {};
    const std::vector<std::string> known = list_papers(options.experiments.string());
    if (known.empty()) throw UsageError("no paper.json in any folder of " + options.experiments.string());
    for (const std::string& paper : options.papers)
        find_named(known, paper, "paper", std::identity{});
    return options.papers.empty() ? known : options.papers;
}

void tell_verification(const Verification& verification, const ReportOptions& options, ReportResult& result) {
    // The reference results have nothing of most configs of one's own.
    if (verification.compared() == 0 && !options.comparisons.empty()) return;
    result.verified = summary_of(verification);
}

/// Two configs may have one name, or a paper's: the second is NAME-2.
Value with_own_id(const Value& definition, const std::vector<std::unique_ptr<Paper>>& papers) {
    const std::string wanted = definition.at("id").as_string();
    std::string id = wanted;
    const auto taken = [&](const auto& paper) { return paper->experiment.id == id; };
    for (int count = 2; std::any_of(papers.begin(), papers.end(), taken); ++count)
        id = wanted + "-" + std::to_string(count);
    Value own = definition;
    own.set("id", id);
    return own;
}

void check_baseline(const std::string& baseline, const std::vector<std::unique_ptr<Paper>>& papers) {
    if (baseline.empty()) return;
    std::vector<std::string> known;
    for (const auto& paper : papers)
        for (const ContestSpec& contest : paper->experiment.contests) {
            if (has_row(contest, baseline)) return;
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
        result.warnings.push_back(std::to_string(count) + (count == 1 ? " run " : " runs ") + why +
                                  (count == 1 ? " and is" : " and are") + " left out; run the configs again");
    for (const std::string& file : runs.changed_files())
        result.warnings.push_back(file + " has changed since the runs on it; run the configs again");
}

/// `parts` keeps the runs that comparisons refer to.
std::vector<std::unique_ptr<Paper>> fill_papers(const ReportOptions& options, const RunSet& runs,
                                                std::vector<std::unique_ptr<RunSet>>& parts,
                                                ReportResult& result) {
    std::vector<std::unique_ptr<Paper>> papers;
    for (const std::string& id : papers_wanted(options)) {
        options.tell("numbers of " + id);
        auto paper = std::make_unique<Paper>();
        paper->experiment = read_experiment((options.experiments / id / "paper.json").string());
        fill_paper(*paper, runs, options.with_timings, options.baseline);
        papers.push_back(std::move(paper));
    }
    const std::size_t published = papers.size();
    for (const OwnRuns& own : options.comparisons) {
        options.tell("numbers of " + own.definition.at("id").as_string());
        parts.push_back(std::make_unique<RunSet>(runs.only(
            [&own](const Run& run) { return own.runs.empty() || own.runs.contains(run_key(run.spec)); })));
        auto paper = std::make_unique<Paper>();
        paper->experiment = experiment_from(with_own_id(own.definition, papers));
        fill_paper(*paper, *parts.back(), options.with_timings, options.baseline);
        paper->states.clear();  // nothing was published
        papers.push_back(std::move(paper));
    }
    check_baseline(options.baseline, papers);
    // Runs that differ in what changes no result, as an oracle, stand in for those of the config.
    for (const Unfinished& one : options.unfinished)
        if (papers[published + one.comparison]->used.size() < one.runs) result.warnings.push_back(one.text);
    return papers;
}

void count_used(const std::vector<std::unique_ptr<Paper>>& papers, ReportResult& result) {
    std::set<const Run*> used;
    for (const auto& paper : papers) {
        result.states.insert(result.states.end(), paper->states.begin(), paper->states.end());
        used.insert(paper->used.begin(), paper->used.end());
    }
    result.runs_used = used.size();
    result.reference_used = static_cast<std::size_t>(
        std::count_if(used.begin(), used.end(), [](const Run* run) { return run->reference; }));
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
    tell_verification(verification, options, result);
    std::vector<std::unique_ptr<RunSet>> parts;
    const std::vector<std::unique_ptr<Paper>> papers = fill_papers(options, runs, parts, result);
    note_left_out(runs, result);
    count_used(papers, result);
    Output output(options, result);
    output.files(draw_figures(options, papers, result.warnings));
    options.tell("writing tables and pages");
    const Value report = report_json(papers, result);
    output.text(options.output / "report.json", to_json(report) + "\n");
    const PageTemplate results(options.plots / "pages", "results.md"),
        answer(options.plots / "pages", "answer.txt");
    for (std::size_t i = 0; i < papers.size(); ++i) {
        const auto& paper = papers[i];
        const Value& numbers = report.at("papers").as_list()[i];
        output.parts(numbers);
        for (const Value& contest : numbers.at("contests").as_list())
            if (std::string text = answer.fill(contest, numbers); !text.empty())
                result.answers.push_back(text);
        const std::string results_md = results.fill(numbers);
        output.text(options.output / (paper->experiment.id + "-RESULTS.md"), results_md);
        // Results without a single run would replace those that are there by nothing.
        if (options.update_results_md && paper->published() && !paper->used.empty())
            output.text(options.experiments / paper->experiment.id / "RESULTS.md", results_md);
    }
    if (options.pdf) output.document(report);
    output.pages({options, runs, papers, verification, false}, report);
    return result;
}

}  // namespace reboost::report
