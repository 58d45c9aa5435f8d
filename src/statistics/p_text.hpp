#pragma once
/// P-values in words.
#include <string>

#include <fmt/format.h>

namespace reboost::statistics {

/// "0.004", "< 0.001".
inline std::string p_text(double p) {
    return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p);
}

/// As it stands after "p": "= 0.004", "< 0.001".
inline std::string p_equation(double p) {
    return p < 0.001 ? p_text(p) : "= " + p_text(p);
}

}  // namespace reboost::statistics
