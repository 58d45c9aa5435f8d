#pragma once
/// Finds what changed between two sets of runs, A and B: two results folders, or the runs of two configs.
///
///  1. Runs that differ in their seeds only are a cell.
///  2. Cells of equal specification are compared. With `loosely`, so are remaining cells that differ only in
///     options (outside the data set) whose values in A all differ from those in B.
///  3. Runs with the same seeds are compared curve by curve, bit by bit, in their common rounds; arrays of
///     seconds are not compared.
///  4. The difference of the two means is tested against the variation over seeds: with Student's test over
///     the common seeds, or Welch's test if there are none.
#include "report/measures/measures.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace reboost::report {

/// One of the two sides, A or B.
struct DiffSide {
    const RunSet& set;
    std::vector<const Run*> runs;
};

struct CellDifference {
    std::string a, b;  ///< labels without seeds; equal if the specifications are equal
    std::size_t seeds_a = 0, seeds_b = 0;
    std::size_t pairs = 0;                        ///< pairs of runs with equal seeds
    std::size_t identical = 0;                    ///< pairs whose curves are equal in their common rounds
    double shorter_ends = 0;                      ///< last round of a pair's shorter run; 0: equal lengths
    std::string measure{};                        ///< "test error", …; "" if the runs have no such number
    double mean_a = kNoValue, mean_b = kNoValue;  ///< means over the pairs, else over all runs
    double p = kNoValue;                          ///< p of Student's or Welch's test; NaN: too few seeds
    std::string where{};  ///< first difference in the first pair that differs: "test_error from round 12 on"

    std::size_t seeds_in_a_only() const { return seeds_a - pairs; }
    std::size_t seeds_in_b_only() const { return seeds_b - pairs; }
    /// Whether only some seeds are in both sides, so that the side that lacks seeds may have lost runs.
    bool lacks_seeds() const { return pairs > 0 && seeds_in_a_only() + seeds_in_b_only() > 0; }
    bool moved() const { return pairs > 0 ? identical < pairs : mean_a < mean_b || mean_b < mean_a; }
    bool beyond_noise() const { return moved() && p < 0.05; }
};

struct Difference {
    std::vector<CellDifference> cells;  ///< cells of both sides, ordered by label
    std::vector<std::string> only_a, only_b;

    /// Number of cells for which `is` returns true: `count(&CellDifference::moved)`.
    std::size_t count(bool (CellDifference::*is)() const) const {
        return static_cast<std::size_t>(std::ranges::count_if(cells, is));
    }
};

Difference difference(const DiffSide& a, const DiffSide& b, bool loosely);

/// Returns a text such as "2 of 3 seeds differ, the first in test_error from round 12 on; 1 seed in A only".
std::string describe(const CellDifference& cell);

}  // namespace reboost::report
