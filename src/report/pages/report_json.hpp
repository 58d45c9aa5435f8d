#pragma once
/// report.json: every number of a report, once, for programs and for the pages. docs/report.schema.json
/// describes it.
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

}  // namespace reboost::report
