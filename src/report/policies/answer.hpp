#pragma once
#include "report/policies/verdicts.hpp"

namespace reboost::report {

/// What all rivals' sentences come to: which surely need less of the cost than the baseline, which more; whose
/// error is surely lower or higher. Surely: the 95% interval excludes equality, and the test over the sets
/// agrees after Holm's correction. Empty for up to three rivals, whose sentences say it themselves.
std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts);

}  // namespace reboost::report
