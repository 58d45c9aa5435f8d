#pragma once
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// Draws the figures of all papers into `output`/figures and returns the files, in order. Gnuplot works in a
/// folder of this process, and whole files are moved from there: reports made at the same time into one
/// folder do not clash. A panel that Gnuplot cannot draw stays data and script; one warning says why. Throws
/// IoError where a file cannot be written.
std::vector<std::filesystem::path> draw_figures(const ReportOptions& options,
                                                const std::vector<std::unique_ptr<Paper>>& papers,
                                                std::vector<std::string>& warnings);

}  // namespace reboost::report
