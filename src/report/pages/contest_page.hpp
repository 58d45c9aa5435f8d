#pragma once
#include "core/value.hpp"
#include "report/pages/report.hpp"

#include <string>

namespace reboost::report {

/// The sentences, warnings and grid of a section, as plots/pages/contest.mustache takes them; an empty one of
/// what is no contest.
void set_contest_parts(Value& section, const ContestSection& part);

/// A chapter of RESULTS.md.
std::string contest_markdown(const FilledContest& contest);

/// What the contests come to, before all else: a label for each, and its sections' answers.
Value contests_in_short(const Paper& paper);
/// The same for RESULTS.md; "" without an answer.
std::string contests_in_short_markdown(const Paper& paper);

}  // namespace reboost::report
