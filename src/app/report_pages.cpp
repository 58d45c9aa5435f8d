#include "app/report_pages.hpp"

#include "app/common.hpp"
#include "core/text.hpp"

#include <ostream>

namespace reboost::app {

report::ReportOptions page_options(const Arguments& arguments, const std::string& folder) {
    report::ReportOptions options;
    options.results = results_folder(arguments);
    options.reference = reference_folder(arguments, options.results);
    options.output = arguments.text("output", (options.results / folder).string());
    options.experiments = asset_folder("experiments");
    options.plots = asset_folder("plots");
    return options;
}

report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err) {
    report::ReportResult result = report::make_report(options);
    for (const std::string& warning : result.warnings)
        err << "warning: " << printable(warning, true) << '\n';
    return result;
}

}  // namespace reboost::app
