#include "app/papers.hpp"

#include "app/common.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <ostream>

namespace reboost::app {
namespace fs = std::filesystem;

std::vector<PaperConfigs> paper_configs(const fs::path& configs) {
    std::vector<PaperConfigs> papers;
    for (const fs::directory_entry& folder : fs::directory_iterator(configs)) {
        if (!folder.is_directory()) continue;
        PaperConfigs paper{folder.path().filename().string(), {}};
        for (const fs::directory_entry& file : fs::directory_iterator(folder.path()))
            if (file.path().extension() == ".json") paper.files.push_back(file.path());
        if (paper.files.empty()) continue;
        std::ranges::sort(paper.files);
        papers.push_back(std::move(paper));
    }
    std::ranges::sort(papers, [](const auto& a, const auto& b) { return a.paper < b.paper; });
    return papers;
}

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
