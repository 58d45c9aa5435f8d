#pragma once
#include <string>
#include <vector>

namespace reboost::bench {

/// Runs this program again with `arguments` and returns what it wrote to its standard output. Throws IoError
/// where it cannot be run, Error where it fails.
std::string output_of_self(const std::vector<std::string>& arguments);

/// The largest memory that this process has had, 10^6 bytes; NaN where the system does not tell. Unlike
/// ru_maxrss it starts anew with exec: a child's is its own.
double own_peak_mb();

}  // namespace reboost::bench
