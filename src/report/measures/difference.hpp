#pragma once
/// What moved between two sets of runs: two results folders, or the runs of two configs.
///
///  1. Runs that differ in their seeds only are a cell.
///  2. Cells of one specification belong together; with `loosely` also those that are left over and differ
///     only in options whose values are others in all of A than in all of B (but not in their data set).
///  3. Runs of one seed in both are compared curve by curve, to the bit, but for seconds; their common rounds
///     only.
///  4. The difference of a cell's means is compared with the noise of its seeds: Student's test over the
///     seeds in both, Welch's where there is none.
#include "report/measures/measures.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace reboost::report {

/// One of the two sides.
struct DiffSide {
    const RunSet& set;
    std::vector<const Run*> runs;
};

struct CellDifference {
    std::string a, b;  ///< labels without seeds; equal where the specifications are
    std::size_t seeds_a = 0, seeds_b = 0;
    std::size_t pairs = 0;      ///< runs of one seed in both
    std::size_t identical = 0;  ///< pairs with equal curves, as far as both go
    double shorter_ends = 0;    ///< the last round of the shorter run of a pair; 0: all are of one length
    std::string measure{};      ///< "test error", ...; "" where the runs have no such number
    double mean_a = kNoValue, mean_b = kNoValue;  ///< over the pairs; over all where there is none
    double p = kNoValue;                          ///< of Student's or Welch's test; NaN: too few seeds
    std::string where{};  ///< what differs first in the first pair that does: "test_error from round 12 on"

    std::size_t seeds_in_a_only() const { return seeds_a - pairs; }
    std::size_t seeds_in_b_only() const { return seeds_b - pairs; }
    /// Some seeds are in both sides and some in one alone: the side that lacks them may have lost runs.
    bool lacks_seeds() const { return pairs > 0 && seeds_in_a_only() + seeds_in_b_only() > 0; }
    bool moved() const { return pairs > 0 ? identical < pairs : mean_a < mean_b || mean_b < mean_a; }
    bool beyond_noise() const { return moved() && p < 0.05; }
};

struct Difference {
    std::vector<CellDifference> cells;  ///< of both sides, in the order of their labels
    std::vector<std::string> only_a, only_b;

    /// Cells of which it is true: `count(&CellDifference::moved)`.
    std::size_t count(bool (CellDifference::*is)() const) const {
        return static_cast<std::size_t>(std::ranges::count_if(cells, is));
    }
};

Difference difference(const DiffSide& a, const DiffSide& b, bool loosely);

/// "2 of 3 seeds differ, the first in test_error from round 12 on; 1 seed in A only".
std::string describe(const CellDifference& cell);

}  // namespace reboost::report
