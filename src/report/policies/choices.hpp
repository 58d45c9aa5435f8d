#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// Which features a method chose, over time: heat maps, and for sets of images the image. One run of the
/// first split for each of the baseline and the best others.
ContestSection choices_section(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);

/// On which data sets learning pays: the work of the best method against random draws, over the number of
/// columns and the concentration of full search's choices.
ContestSection where_section(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);

/// What choosing costs: CPU time of a round beyond that of a round with a random feature, and what full
/// search costs beyond it. Without a row of random features there is none.
ContestSection cost_section(const Contest& contest);

}  // namespace reboost::report
