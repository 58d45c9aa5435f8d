#pragma once
/// A page for each run that a report draws on: what it is, what came out, how to repeat it.
#include "report/measures/verification.hpp"
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// "runs/3fa9c1….html"; a reference result and a run of one's own may have the same id.
std::string run_page_name(const Run& run);

struct RunPagesInput {
    const ReportOptions& options;
    const RunSet& runs;
    const std::vector<std::unique_ptr<Paper>>& papers;
    const Verification& verification;
    bool charts = true;  ///< the pages draw the curves themselves; else as plain SVG only
};

/// Writes the pages into `options.output`, where they do not stand there already, and returns them, by id.
/// Throws IoError, DataError.
std::vector<std::filesystem::path> write_run_pages(const RunPagesInput& input);

}  // namespace reboost::report
