#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

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
