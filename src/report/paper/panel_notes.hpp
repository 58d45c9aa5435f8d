#pragma once
/// What the drawing of a panel alone does not say: replicates, spreads, points without a place.
#include "report/paper/figure.hpp"

#include <string>

namespace reboost::report {

/// "n = 3 seeds (RANDOM, UCT), 1 (FULL). Bands: from the least to the greatest."; "" where there is nothing
/// to say.
std::string panel_notes(const Panel& panel);

/// "UCB, Exp3: 12 points at or below 0 have no place on the logarithmic axis."; "" where there are none.
std::string gap_note(const Panel& panel);

}  // namespace reboost::report
