#pragma once
#include "report/policies/contest.hpp"

#include <vector>

namespace reboost::report {

/// Ranks of all methods present, over the data sets on which every one of them has runs.
struct ContestRanks {
    std::vector<std::size_t> rows;  ///< best first
    std::vector<double> mean;       ///< of these rows
    std::size_t sets = 0;
    double friedman_f = 0, friedman_p = 1;  ///< Iman & Davenport's
    double critical_difference = 0;         ///< Nemenyi's at 0.05
};
/// By the mean error at equal cost. Without a common set: rows in order, sets 0.
ContestRanks rank_contest(const Contest& contest, Cost cost);

}  // namespace reboost::report
