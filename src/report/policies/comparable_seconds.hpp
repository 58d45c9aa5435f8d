#pragma once
/// Which seconds of a contest may be compared: those of one processor on each split, taken at one pace.
#include "report/policies/contest.hpp"

#include <optional>

namespace reboost::report {

/// The contest with those runs whose seconds may be compared. On each split of a data set they are of one
/// processor: of those that the baseline has runs of (where it has none, of all) the one that most methods
/// have runs of. Of twins the own run or the reference result stays, whichever more methods have, so that
/// one's own runs of all methods are compared with each other. `left_out` counts the runs without a place.
Contest of_one_processor(Contest contest);

/// Where the machine was slower beside some runs than beside others of the same split. Evaluation shows it:
/// it is the same work for all methods of as many rounds, and no part of their seconds.
struct PaceGap {
    double ratio = 1;                      ///< the widest: of the slowest evaluation over the fastest
    std::size_t slowest = 0, fastest = 0;  ///< rows beside which these were measured
    std::size_t column = 0;                ///< on whose split
    std::size_t wide = 0, splits = 0;      ///< splits with a ratio above 4/3, of all
};
/// nullopt where all paces agree within a third, or where the runs do not tell.
std::optional<PaceGap> pace_gap(const Contest& timed);

}  // namespace reboost::report
