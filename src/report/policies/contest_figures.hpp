#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// "forest-work", "forest-seconds": each method's ratio with its interval, against random draws, else against
/// the baseline.
ContestFigure forest_figure(const Contest& contest, const Verdicts& verdicts);
/// "curves": error against work, a panel for each data set, with intervals over its splits.
ContestFigure curves_figure(const Contest& contest, const Verdicts& verdicts);

/// The rows that figures show: the baseline, the target row, the yardstick and the least of the others by
/// cost, in the order of the contest.
std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts);

}  // namespace reboost::report
