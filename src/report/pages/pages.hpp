#pragma once
/// The two documents of a report.
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

struct PageInput {
    const std::vector<std::unique_ptr<Paper>>& papers;
    const ReportResult& result;
    const ReportOptions& options;
};

/// index.html: self-contained but for the figures, which lie beside it in figures/.
std::string index_html(const PageInput& input);

/// RESULTS.md of one paper: our numbers beside theirs, and the verdicts.
std::string results_markdown(const Paper& paper, bool with_timings);

}  // namespace reboost::report
