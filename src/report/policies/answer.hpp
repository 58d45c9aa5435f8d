#pragma once
#include "report/policies/verdicts.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// "learns", "not told from random draws", "worse than random draws".
std::string learning_text(const Comparison& against_random);

/// One method: "my_policy(1): learns (beats random draws: work ×0.61 [0.48, 0.77]); against ucb(1): work
/// ×0.70 [0.50, 0.95], error equal within 2%; 10 sets x 6 splits x 3 seeds".
std::string verdict_line(const Contest& contest, const Verdicts& verdicts, std::size_t row);

/// What a contest comes to: the verdict on the method announced, if it is one, does learning where to look
/// pay, what to take, where full search does better, how small a difference would have been found. Empty
/// without a comparison.
std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts);

/// "10 data sets x 6 splits x 3 seeds".
std::string units_text(const Verdicts& verdicts);
/// "×0.61 [0.48, 0.77]"; "–" without a ratio.
std::string times_text(const Ratio& ratio);

}  // namespace reboost::report
