#pragma once
/// The measures that reference results keep of a run, as its page names them.
#include "report/measures/reference.hpp"

#include <string>
#include <utility>
#include <vector>

namespace reboost::report {

/// Names, as "cost to reach, cost work, factor 1.2", and values, by name and the numbers of the options.
/// Equal lines stand once; what is not finite is left out.
std::vector<std::pair<std::string, double>> kept_measures(const KeptMeasures& reference);

}  // namespace reboost::report
