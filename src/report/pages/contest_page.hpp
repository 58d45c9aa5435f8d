#pragma once
#include "core/value.hpp"
#include "report/pages/report.hpp"

namespace reboost::report {

/// The answer, warnings and grid of a section, as plots/pages/contest.html takes them; an empty one of
/// what is no contest.
void set_contest_parts(Value& section, const ContestSection& part);

}  // namespace reboost::report
