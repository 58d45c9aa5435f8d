#pragma once
/// The papers that come with ReBoost: their configs, and the reports that commands end with.
#include "app/arguments.hpp"
#include "report/pages/report.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::app {

struct PaperConfigs {
    std::string paper;                         ///< "opt2009"
    std::vector<std::filesystem::path> files;  ///< sorted
};

/// The papers below `configs` that have configs, sorted.
std::vector<PaperConfigs> paper_configs(const std::filesystem::path& configs);

/// By --results, --reference and --output, which is `folder` in the results folder where it is not given.
report::ReportOptions page_options(const Arguments& arguments, const std::string& folder);

/// Makes the report and prints its warnings.
report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err);

/// The same for a report of papers, unless this function made the one that is there without a warning and
/// neither what it was made from nor its folder has changed since.
void report_if_changed(const report::ReportOptions& options, std::ostream& err);

}  // namespace reboost::app
