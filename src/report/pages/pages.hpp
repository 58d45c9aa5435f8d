#pragma once
/// The documents of a report. The pages are templates of plots/pages, filled with Values.
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// What index.html shows beside report.json: the picture of each paper, and the machines.
Value front_page(const std::vector<std::unique_ptr<Paper>>& papers);
/// What <id>.html shows beside its part of report.json: the list of runs. `charts`: the page draws its
/// figures itself.
Value paper_page(const Paper& paper, bool charts);
std::string page_name(const Paper& paper);

}  // namespace reboost::report
