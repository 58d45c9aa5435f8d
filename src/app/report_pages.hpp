#pragma once
/// What commands that end with a report share.
#include "app/arguments.hpp"
#include "report/pages/report.hpp"

#include <iosfwd>
#include <string>

namespace reboost::app {

/// By --results, --reference and --output, which is `folder` in the results folder where it is not given.
report::ReportOptions page_options(const Arguments& arguments, const std::string& folder);

/// Makes the report and prints its warnings.
report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err);

}  // namespace reboost::app
