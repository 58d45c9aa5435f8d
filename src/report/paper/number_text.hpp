#pragma once
/// Numbers as a report prints them: a typographic minus, "–" for a number that does not exist, "∞".
#include <string>

namespace reboost::report {

/// "7.79". From 100 on no decimals, unless `decimals` exceeds 2: three digits are as many as are meant.
std::string format_number(double value, int decimals);
/// "+0.03", "−0.03", "0.00".
std::string format_signed(double value, int decimals);
/// Ten digits, for programs: "inf" for infinities, "" for NaN.
std::string exact_number(double value);
/// "67×", "1.5×", "0.05×"; "never" for 0: it took for ever.
std::string times_text(double factor);

/// Two decimals, one from 10 on; more where those would show nothing of a number that is not 0.
std::string ratio_text(double ratio);
/// Four digits.
std::string digits_text(double value);

}  // namespace reboost::report
