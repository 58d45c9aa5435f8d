#pragma once
/// Files of prices.
#include "data/readers/input_file.hpp"

#include <vector>

namespace reboost::data {

/// Numbers between blanks, commas, semicolons or line ends; `#` begins a comment. Throws IoError, and
/// DataError naming line and column of what is no number, is negative or not finite.
std::vector<double> read_prices(const SourceFile& source);

}  // namespace reboost::data
