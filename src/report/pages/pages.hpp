#pragma once
/// The documents of a report. The pages are templates of plots/pages, filled with Values.
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// The drawn panels that show a paper best, each of another figure where there are as many: its own at its
/// own scale before those of contests, work before seconds.
std::vector<const Panel*> telling_panels(const Paper& paper, std::size_t most);
/// What index.html shows beside report.json: the picture of each paper, and the machines. `charts`: pages
/// draw their figures themselves.
Value front_page(const std::vector<std::unique_ptr<Paper>>& papers, bool charts);
/// What <id>.html shows beside its part of report.json: its telling panels and the list of runs.
Value paper_page(const Paper& paper, bool charts);
std::string page_name(const Paper& paper);

}  // namespace reboost::report
