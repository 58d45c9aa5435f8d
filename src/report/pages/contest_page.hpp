#pragma once
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <string>

namespace reboost::report {

/// The answer, warnings and grid of a section, as plots/pages/contest.html takes them; an empty one of
/// what is no contest.
void set_contest_parts(Value& section, const ContestSection& part);

/// A chapter of RESULTS.md: the answer over work, and a table of the methods that matter. The rest is on the
/// page.
std::string contest_markdown(const FilledContest& contest);

/// What the contests come to, before all else: a label for each, and its sections' answers.
Value contests_in_short(const Paper& paper);
}  // namespace reboost::report
