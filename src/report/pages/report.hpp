#pragma once
/// Makes a report from run files: tables, figures, verdicts and static pages (a front page, one page per
/// paper and one per run). Everything in a report comes from run files and from
/// experiments/<paper>/paper.json.
#include "report/claims/claims.hpp"
#include "report/measures/verification.hpp"
#include "report/paper/experiment.hpp"
#include "report/paper/figure.hpp"
#include "report/paper/table.hpp"
#include "report/policies/contest_report.hpp"

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace reboost::report {

/// A user's own runs, reported like a paper without published numbers.
struct OwnRuns {
    OwnRuns(Value its_definition, std::set<std::string> its_runs = {})
        : definition(std::move(its_definition)), runs(std::move(its_runs)) {}
    Value definition;            ///< made by `comparison_definition`
    std::set<std::string> runs;  ///< the `run_key` of each run; empty: all runs that match the definition
    std::string unfinished{};    ///< message if runs of its config are missing; else ""
    std::size_t planned = 0;     ///< number of runs in the config
};

struct ReportOptions {
    std::filesystem::path results = "results";          ///< folder that holds runs/
    std::filesystem::path reference;                    ///< reference results to use as well; "": none
    std::filesystem::path experiments = "experiments";  ///< <paper>/paper.json
    std::filesystem::path plots = "plots";              ///< Gnuplot scripts
    std::filesystem::path output = "results/report";
    std::vector<std::string> papers;  ///< empty: all papers, or none if there are comparisons
    std::vector<OwnRuns> comparisons;
    /// Row that contests use as baseline, by id or label; "": their own, or the first row. Throws UsageError
    /// if no contest has it.
    std::string baseline;
    /// If false, nothing in seconds is shown, and equal runs give equal bytes, wherever they were computed.
    bool with_timings = true;
    /// Also writes <experiments>/<paper>/RESULTS.md; a copy in the output folder is always written.
    bool update_results_md = false;
    /// Uses only these reference results; nullopt: all.
    std::optional<std::set<std::string>> reference_ids;
    std::string gnuplot = "gnuplot";  ///< program; if it is missing, there are no drawn figures
    int seconds_per_figure = 60;      ///< time limit for Gnuplot
    std::string only;                 ///< draw only figures whose names contain this; "": all
    std::filesystem::path style;      ///< Gnuplot commands to add to style.gp; "": none
    /// Receives progress messages; several threads may call it.
    std::function<void(const std::string&)> tell = [](const std::string&) {};
    bool pdf = false;  ///< also make report.tex and, if pdflatex is installed, report.pdf
    std::string pdflatex = "pdflatex";
    /// d3 and its licence, as Debian's node-d3 installs them; if missing, pages show the figures' SVG.
    std::filesystem::path chart_library = "/usr/share/nodejs/d3/dist/d3.min.js";
    std::filesystem::path chart_licence = "/usr/share/doc/node-d3/copyright";
};

/// The state of one table, figure or claim.
struct StateLine {
    std::string paper;
    std::string kind;   ///< "table", "figure", "claim"
    std::string label;  ///< "Table 1", "Figure 1", a claim's id
    std::string id;     ///< id of the table, figure or claim in its paper.json
    Verdict verdict = Verdict::not_tested;
    std::string why{};  ///< why it is not obtainable; for a claim, how many comparisons hold
    Counts counts{};    ///< counts of a table's cells or a figure's panels
    std::string on{};   ///< data that decided in place of the publication's (Claim::on)

    /// Returns "contradicted" for a claim, "not reproduced" for a table or figure.
    std::string text() const { return kind == "claim" ? verdict_text(verdict, on) : state_text(verdict, on); }
};

struct ReportResult {
    std::filesystem::path index;               ///< index.html
    std::filesystem::path pdf;                 ///< report.pdf, if it was made
    std::vector<std::filesystem::path> files;  ///< all written files, in order
    std::vector<StateLine> states;             ///< every table, figure and claim of the papers
    std::vector<std::string> warnings;         ///< "gnuplot was not found: ...", each once
    std::vector<std::string> answers;          ///< results of the contests over work, one text each
    std::size_t runs_found = 0;                ///< including reference results
    std::size_t runs_used = 0;                 ///< runs used in some table, figure or contest
    std::size_t reference_used = 0;            ///< used runs that are reference results
    VerificationSummary verified;              ///< of the own runs; all 0 if there is nothing to report
};

/// Throws UsageError (unknown paper, bad paper.json), IoError, DataError (a run file that cannot be read).
ReportResult make_report(const ReportOptions& options);

/// Returns what `reboost report --all` prints: one line per table and figure, then one per claim.
std::string state_listing(const ReportResult& result);

/// One paper with its results. It must not be moved: tables and figures refer to `experiment`.
struct Paper {
    std::optional<RunSet> own_runs;  ///< for a comparison, which refers to them
    Experiment experiment;
    std::vector<Table> tables;
    std::vector<Figure> figures;
    std::vector<Claim> claims;
    std::vector<FilledContest> contests;
    std::vector<std::string> tables_left_out;  ///< labels of tables in seconds, if timings are not wanted
    std::vector<StateLine> states;
    std::vector<const Run*> used;    ///< runs used in some table, figure or contest, by id
    std::vector<const Run*> listed;  ///< runs of tables and figures; contests' thousands are only counted

    /// Whether it is a publication; else it is a comparison of own runs, which has no states.
    bool published() const { return !states.empty(); }
};
using Papers = std::deque<Paper>;

/// The runs of a cell, of the value beside it, or of a series.
struct Use {
    const std::vector<const Run*>& runs;
    std::string anchor, label;  ///< of the table or figure: "table-table1", "Table 1"
};
std::vector<Use> uses_of(const Paper& paper);

/// Computes tables, figures, claims and states; writes no files. `paper` must not be moved afterwards.
/// `baseline`: as in ReportOptions; contests without such a row keep their own. Claims always use the
/// contests' own baselines.
void fill_paper(Paper& paper, const RunSet& runs, bool with_timings, const std::string& baseline = {});
void fill_paper(Paper&, RunSet&&, bool, const std::string& = {}) = delete;  // a paper refers to its runs

}  // namespace reboost::report
