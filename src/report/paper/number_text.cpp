#include "report/paper/number_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr double kRounding = 1e-9;  ///< below it a number is nothing but rounding

}  // namespace

std::string format_number(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    if (std::abs(value) >= 100 && decimals <= 2) decimals = 0;  // three digits are as many as are meant
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
    if (text.front() == '-') text.replace(0, 1, "−");
    return text;
}

std::string format_signed(double value, int decimals) {
    const std::string text = format_number(value, decimals);
    return std::isfinite(value) && value > 0 && text.find_first_of("123456789") != std::string::npos
               ? "+" + text
               : text;
}

std::string exact_number(double value) {
    return std::isnan(value) ? "" : fmt::format("{:.10g}", value);
}

std::string times_text(double factor) {
    if (!std::isfinite(factor)) return "–";
    if (factor == 0) return "never";
    return fmt::format("{:.{}f}×", factor, factor >= 10 ? 0 : factor >= 1 ? 1 : 2);
}

std::string ratio_text(double ratio) {
    if (std::abs(ratio) < kRounding) return format_number(0, 2);
    int decimals = std::abs(ratio) >= 10 ? 1 : 2;
    while (std::isfinite(ratio) && std::abs(ratio) * std::pow(10, decimals) < 0.5)
        ++decimals;
    return format_number(ratio, decimals);
}

std::string digits_text(double value) {
    if (!std::isfinite(value)) return format_number(value, 0);
    if (std::abs(value) < kRounding) return "0";
    return (value < 0 ? "−" : "") + fmt::format("{:.4g}", std::abs(value));
}

}  // namespace reboost::report
