#pragma once
#include "report/policies/contest_report.hpp"

namespace reboost::report {

/// Sentences on every rival at equal cost, and the numbers behind them.
ContestSection verdict_section(const Contest& contest, const Verdicts& verdicts);
/// What reaching the target costs on each data set: the baseline's expected running time, the rivals' over
/// it, with intervals over the splits.
ContestSection target_section(const Contest& contest, const Verdicts& verdicts);
/// Paired differences of the error on each data set, with intervals over its splits.
ContestSection difference_section(const Contest& contest, const Verdicts& verdicts);

/// "10 data sets, 20 splits each", "3 to 5 splits each", "one split each".
std::string units_text(std::size_t sets, std::size_t fewest, std::size_t most);
/// "n = 10 data sets, 20 splits each; what varies is the split and, where a method draws, its seed.", of the
/// baseline.
std::string units_text(const Contest& contest);

}  // namespace reboost::report
