#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// Does each method beat random draws, and the baseline: the answer, a table and a forest plot.
ContestSection verdict_section(const Contest& contest, const Verdicts& verdicts);
/// The same ratios of cost on each data set. Against random draws, else against the baseline.
ContestSection set_section(const Contest& contest, const Verdicts& verdicts);
/// Error against work, a panel for each data set, with intervals over its splits.
ContestSection curve_section(const Contest& contest, const Verdicts& verdicts);

/// The rows that figures show: the baseline, the target row, the yardstick and the least of the others by
/// cost, in the order of the contest.
std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts);

}  // namespace reboost::report
