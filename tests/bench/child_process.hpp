#pragma once
#include <string>
#include <vector>

namespace reboost::bench {

/// Runs this program again with `arguments` and returns what it wrote to its standard output. Throws IoError
/// where it cannot be run, Error where it fails.
std::string output_of_self(const std::vector<std::string>& arguments);

}  // namespace reboost::bench
