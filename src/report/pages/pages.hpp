#pragma once
/// report.json holds every number of a report once, for programs and for the pages; docs/report.schema.json
/// describes it. The pages are templates of plots/pages, filled with Values: a front page, one page per
/// paper, and one per run that the report reads, with its specification, its results and how to repeat it.
#include "report/measures/verification.hpp"
#include "report/pages/report.hpp"
#include "report/paper/json_members.hpp"

namespace reboost::report {

/// Version of the layout. It increases if a member is renamed or removed, or changes its meaning.
inline constexpr int kReportVersion = 2;
/// Ids of runs and checksums are cut to this many digits.
inline constexpr std::size_t kIdDigits = 12;

/// {"format": "reboost report", "version", "runs", "papers", "warnings"}. NaN is left out; infinite numbers
/// are "inf" or "-inf". Equal reports give equal bytes.
Value report_json(const Papers& papers, const ReportResult& result);
/// Returns one element of "papers".
Value paper_json(const Paper& paper);
Value table_json(const Table& table, const Experiment& experiment);
Value contest_json(const FilledContest& contest);
Value panel_numbers(const Panel& panel);

/// Whether pages draw their figures themselves, because d3 and its licence are installed.
bool has_charts(const ReportOptions& options);
/// Returns what index.html shows besides report.json: one picture per paper, and the machines.
Value front_page(const Papers& papers, const ReportOptions& options);
/// Returns what <id>.html shows besides its part of report.json: its best panels and the list of runs.
Value paper_page(const Paper& paper, const ReportOptions& options);
std::string page_name(const Paper& paper);

/// "runs/3fa9c1….html"; the name differs for own runs and reference results, which may have the same id.
std::string run_page_name(const Run& run);

/// Writes the pages of runs into `options.output`, except pages that exist and are current. Returns the files
/// of all pages, by id. Throws IoError, DataError.
std::vector<std::filesystem::path> write_run_pages(const ReportOptions& options, const RunSet& runs,
                                                   const Papers& papers, const Verification& verification);

/// Returns those curves that a run has of the panels in `form` (plots/pages/run.json), and its error by
/// budget. A reference result has only the points that it keeps. Reads the run's file once. Throws DataError.
std::vector<Panel> run_curves(const RunSet& runs, const Run& run, const Value& form);
/// {"features": [{"feature", "rounds", "share"}], "feature_rounds"}: features chosen in all rounds, the most
/// frequent first; empty if not stored.
Value chosen_features(const RunSet& runs, const Run& run);

/// Returns "gnuplot was not found", or how it failed; "" if it starts and ends within ten seconds.
std::string gnuplot_fault(const std::string& program);
/// Draws the figures of all papers into `output`/figures and returns the files, in order. Gnuplot works in a
/// temporary folder, from which finished files are moved, so that two reports may be written into one folder
/// at the same time. A panel that Gnuplot cannot draw keeps its data and script; one warning says why. Throws
/// IoError if a file cannot be written.
std::vector<std::filesystem::path> draw_figures(const ReportOptions& options, Papers& papers,
                                                std::vector<std::string>& warnings);

}  // namespace reboost::report
