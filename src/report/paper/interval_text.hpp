#pragma once
/// Estimates and their intervals as text: one way for sentences, tables and claims. Minus is "−", NaN "–",
/// infinity "∞", and what lies within 1e-9 of 0 is 0.
#include "statistics/intervals.hpp"

#include <string>

namespace reboost::report {

/// Two decimals, none from 100 on; more where two would round to 0: "−0.17", "−0.003", "0.00" for 0 itself.
std::string decimal_text(double value);
/// Of a ratio: as decimal_text, but one decimal from 10 on: "0.31", "16.6".
std::string ratio_text(double ratio);
/// Four significant digits: "−0.01789", "1.286".
std::string digits_text(double value);

/// Whether there is an interval: of one observation, or of equal ones, the ends are equal.
bool has_width(const statistics::Interval& interval);
/// "0.61 [0.36, 0.92]", each number by `text`; the estimate alone where there is no width.
std::string interval_text(const statistics::Interval& interval, std::string (*text)(double) = decimal_text);

}  // namespace reboost::report
