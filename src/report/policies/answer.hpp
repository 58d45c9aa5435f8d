#pragma once
#include "report/policies/verdicts.hpp"

namespace reboost::report {

/// What the rivals' sentences come to: which method to take; how many need less of the cost than the
/// baseline, how many more; how many end with a lower error, a higher one, practically the same, each with
/// names; how full search fares, and where it is the cheaper one. Empty where the data sets are too few to
/// decide anything, which is a warning.
std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts);

}  // namespace reboost::report
