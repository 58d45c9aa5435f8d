#pragma once
#include "core/value.hpp"
#include "report/policies/contest_report.hpp"

#include <string>

namespace reboost::report {

/// The sentences, warnings and grid of a section, as plots/pages/contest.mustache takes them; `empty` has
/// none.
void set_contest_parts(Value& section, const ContestSection& part);
void set_no_contest_parts(Value& section);

/// A chapter of RESULTS.md.
std::string contest_markdown(const FilledContest& contest);

}  // namespace reboost::report
