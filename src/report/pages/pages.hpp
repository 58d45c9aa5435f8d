#pragma once
/// report.json: every number of a report, once, for programs and for the pages. docs/report.schema.json
/// describes it. And the pages: templates of plots/pages, filled with Values. A front page, one for each
/// paper, one for each run that a report draws on: what it is, what came out, how to repeat it.
#include "report/measures/verification.hpp"
#include "report/pages/report.hpp"
#include "report/paper/json_members.hpp"

namespace reboost::report {

/// The version of the layout. It grows where a member is renamed, removed or means something else.
inline constexpr int kReportVersion = 2;
/// Runs' ids and checksums are cut to as many digits.
inline constexpr std::size_t kIdDigits = 12;

/// {"format": "reboost report", "version", "runs", "papers", "warnings"}. A number that does not exist is
/// left out, an infinite one is "inf" or "-inf". Equal reports give equal bytes.
Value report_json(const Papers& papers, const ReportResult& result);
/// One of its "papers".
Value paper_json(const Paper& paper);
Value table_json(const Table& table, const Experiment& experiment);
Value contest_json(const FilledContest& contest);
Value panel_numbers(const Panel& panel);

/// Whether pages draw their figures themselves: what they need for it is there.
bool has_charts(const ReportOptions& options);
/// What index.html shows beside report.json: the picture of each paper, and the machines.
Value front_page(const Papers& papers, const ReportOptions& options);
/// What <id>.html shows beside its part of report.json: its telling panels and the list of runs.
Value paper_page(const Paper& paper, const ReportOptions& options);
std::string page_name(const Paper& paper);

/// "runs/3fa9c1….html"; a reference result and a run of one's own may have the same id.
std::string run_page_name(const Run& run);

/// Writes the pages of runs into `options.output`, where they do not stand there already, and returns them,
/// by id. Throws IoError, DataError.
std::vector<std::filesystem::path> write_run_pages(const ReportOptions& options, const RunSet& runs,
                                                   const Papers& papers, const Verification& verification);

/// The curves of a run: errors, AUC, regret, error by budget, what the run has. A reference result gives the
/// points that it keeps. Reads the run's file once. Throws DataError.
std::vector<Panel> run_curves(const RunSet& runs, const Run& run);
/// {"features": [{"feature", "rounds", "share"}], "feature_rounds"}: the features of all rounds, the most
/// frequent first; none where not kept.
Value chosen_features(const RunSet& runs, const Run& run);

/// Draws the figures of all papers into `output`/figures and returns the files, in order. Gnuplot works in a
/// folder of this process, and whole files are moved from there: reports made at the same time into one
/// folder do not clash. A panel that Gnuplot cannot draw stays data and script; one warning says why. Throws
/// IoError where a file cannot be written.
std::vector<std::filesystem::path> draw_figures(const ReportOptions& options, Papers& papers,
                                                std::vector<std::string>& warnings);

}  // namespace reboost::report
