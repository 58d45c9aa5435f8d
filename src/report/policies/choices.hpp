#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// Which features a method chose, over time: heat maps, and for sets of images the image. One run of the
/// first split for each of the baseline and the best others.
ContestSection choices_section(const Contest& contest, const RunSet& runs);

/// What choosing costs: CPU time of a round beyond that of a round with a random feature, and what full
/// search costs beyond it. Without a row of random features there is none.
ContestSection cost_section(const Contest& contest);

}  // namespace reboost::report
