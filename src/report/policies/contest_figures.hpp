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

/// "choices": which features a method chose, over time as heat maps, and for sets of images at the features'
/// pixels. One run of the first split for each of the baseline and the best others.
ContestFigure choices_figure(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);

/// nullopt without a method that is compared with random draws on two data sets.
std::optional<WhereItPays> where_it_pays(const Contest& contest, const Verdicts& verdicts,
                                         const RunSet& runs);
/// "where".
ContestFigure where_figure(const Contest& contest, const WhereItPays& where);

/// Empty without a row of random draws.
std::vector<CostOfChoosing> costs_of_choosing(const Contest& contest);

}  // namespace reboost::report
