#pragma once
/// Why cells lie outside their table's tolerance: what paper.json says of each, and of which it says nothing.
#include "report/paper/table.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// "39 of 113 cells at the paper's scale lie outside ±0.3 points.", then a line for each cause with its cells
/// ("Explained, 7 cells: … (USPS: FULL, UCB(1))", "Unexplained, …"), the cells that nothing is said of last.
/// Empty for a table without a tolerance or without such cells.
std::vector<std::string> deviation_notes(const Table& table);

}  // namespace reboost::report
