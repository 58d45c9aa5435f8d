#pragma once
/// From run files to tables, figures, verdicts and static pages: a front page, one for each paper, one for
/// each run. Everything in a report comes from run files and from experiments/<paper>/paper.json; nothing
/// from memory.
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

/// Runs of one's own, reported like a paper without published numbers.
struct OwnRuns {
    OwnRuns(Value its_definition, std::set<std::string> its_runs = {})
        : definition(std::move(its_definition)), runs(std::move(its_runs)) {}
    Value definition;            ///< `comparison_definition`
    std::set<std::string> runs;  ///< the `run_key` of each; empty: all that fit the definition
    std::string unfinished{};    ///< what runs are missing of its config, for the front page; "": none
    std::size_t planned = 0;     ///< runs that an unfinished config has in all
};

struct ReportOptions {
    std::filesystem::path results = "results";          ///< the folder that holds runs/
    std::filesystem::path reference;                    ///< reference results to take beside it; "": none
    std::filesystem::path experiments = "experiments";  ///< <paper>/paper.json
    std::filesystem::path plots = "plots";              ///< Gnuplot scripts
    std::filesystem::path output = "results/report";
    std::vector<std::string> papers;  ///< empty: all that `experiments` has, unless there are comparisons
    std::vector<OwnRuns> comparisons;
    /// The row that contests compare with, by id or label; "": what each says, or its first. UsageError where
    /// no contest has it.
    std::string baseline;
    /// Without: nothing measured in seconds is shown, and equal runs give equal bytes wherever they were
    /// computed.
    bool with_timings = true;
    /// Also writes <experiments>/<paper>/RESULTS.md; the copy in the output folder is always written.
    bool update_results_md = false;
    /// No other reference results than of these runs.
    std::optional<std::set<std::string>> reference_ids;
    std::string gnuplot = "gnuplot";  ///< the program; absent: tables and verdicts still come
    int seconds_per_figure = 60;      ///< Gnuplot is stopped after as long
    std::string only;                 ///< figures whose names have this are drawn; "": all
    std::filesystem::path style;      ///< Gnuplot commands after those of style.gp; "": none
    /// Is told what is being done; may be called from several threads.
    std::function<void(const std::string&)> tell = [](const std::string&) {};
    bool pdf = false;                   ///< also report.tex, and report.pdf where pdflatex is there
    std::string pdflatex = "pdflatex";  ///< the program
    /// d3 as Debian installs it (node-d3) and its licence; absent: pages show the figures' SVG.
    std::filesystem::path chart_library = "/usr/share/nodejs/d3/dist/d3.min.js";
    std::filesystem::path chart_licence = "/usr/share/doc/node-d3/copyright";
};

/// The state of one table, figure or claim.
struct StateLine {
    std::string paper;
    std::string kind;   ///< "table", "figure", "claim"
    std::string label;  ///< "Table 1", "Figure 1", a claim's id
    std::string id;     ///< of the table, figure or claim in its paper.json
    Verdict verdict = Verdict::not_tested;
    std::string why{};           ///< why nobody can have it; of a claim how many comparisons hold
    Counts counts{};             ///< of a table's cells or a figure's panels
    std::string on{};            ///< as a claim's: what a yes or no rests on in place of the text's own sets
    std::string verdict_text{};  ///< "not reproduced"
};

struct ReportResult {
    std::filesystem::path index;               ///< index.html
    std::filesystem::path pdf;                 ///< report.pdf, where it was made
    std::vector<std::filesystem::path> files;  ///< everything written, in order
    std::vector<StateLine> states;             ///< every table, figure and claim of the papers asked for
    std::vector<std::string> warnings;         ///< "gnuplot was not found: ...", each once
    std::vector<std::string> answers;  ///< what the contests come to over work, the first line of each
    std::size_t runs_found = 0;        ///< reference results, too
    std::size_t runs_used = 0;         ///< of those, in some table or figure
    std::size_t reference_used = 0;    ///< of those, from the reference results
    VerificationSummary verified;      ///< of the runs of this machine; all 0 where nothing is to be told
};

/// Throws UsageError (unknown paper, bad paper.json), IoError, DataError (a run file that cannot be read).
ReportResult make_report(const ReportOptions& options);

/// What `reboost report --all` prints: a line for each table and figure of every text, then the claims.
std::string state_listing(const ReportResult& result);

/// One paper, filled. It does not move: tables and figures refer into `experiment`.
struct Paper {
    std::optional<RunSet> own_runs;  ///< of a comparison, to which it refers
    Experiment experiment;
    std::vector<Table> tables;
    std::vector<Figure> figures;
    std::vector<Claim> claims;
    std::vector<FilledContest> contests;
    std::vector<std::string> tables_left_out;  ///< labels, without timings
    std::vector<StateLine> states;
    std::vector<const Run*> used;    ///< runs that some table, figure or contest drew on, by id
    std::vector<const Run*> listed;  ///< those of tables and figures; a contest's thousands are only counted

    /// A text's; otherwise a comparison of one's own runs, which has no states.
    bool published() const { return !states.empty(); }
};
using Papers = std::deque<Paper>;

/// Fills tables, figures, claims and states; writes nothing. `paper` must not move afterwards.
/// `baseline`: as in ReportOptions; contests without such a row keep their own. Claims are decided on the
/// contests' own baselines in any case.
void fill_paper(Paper& paper, const RunSet& runs, bool with_timings, const std::string& baseline = {});
void fill_paper(Paper&, RunSet&&, bool, const std::string& = {}) = delete;  // a paper refers to its runs

}  // namespace reboost::report
