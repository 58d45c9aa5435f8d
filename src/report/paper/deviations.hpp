#pragma once
/// Why cells lie outside their table's tolerance: what paper.json says of each, and of which it says nothing.
#include "report/paper/table.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// Cells at the paper's scale outside the tolerance that one cause speaks of.
struct DeviatingCells {
    std::size_t count = 0;
    std::string text;  ///< "USPS: FULL, RANDOM(1); MNIST: UCB(1)"; with blocks where rows stand in several
};

/// One for each of the table's deviations, and last the cells that none of them names. Empty for a table
/// without a tolerance.
std::vector<DeviatingCells> deviating_cells(const Table& table);

}  // namespace reboost::report
