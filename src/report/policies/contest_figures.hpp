#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// Mean ranks of the methods by their error at equal cost, with Nemenyi's critical difference.
ContestSection rank_section(const Contest& contest, Cost cost);
/// Runtime profiles (Hansen et al., COCO, 2016): the share of (data set, target) pairs that a method has
/// reached, with simulated restarts. Targets lie evenly in the logarithm between the worst and the best error
/// seen on a set. `timed`: what seconds are compared of; nullptr: no panel of them.
ContestSection profile_section(const Contest& contest, const Contest* timed);
/// Error against work, a panel for each data set, with intervals over its splits.
ContestSection curve_section(const Contest& contest);

/// The rows that figures show: the baseline, the target row and the best others by mean rank, in the order of
/// the contest.
std::vector<std::size_t> rows_shown(const Contest& contest);
/// Baseline, target, then the others by mean rank.
std::vector<std::size_t> best_rows(const Contest& contest);

}  // namespace reboost::report
