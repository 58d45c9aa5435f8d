#include "report/paper/interval_text.hpp"

#include "report/paper/grid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr double kRounding = 1e-9;  ///< below it a number is nothing but rounding

std::string with_decimals(double value, int decimals) {
    if (std::abs(value) < kRounding) return format_number(0, decimals);
    while (std::isfinite(value) && std::abs(value) * std::pow(10, decimals) < 0.5)
        ++decimals;
    return format_number(value, decimals);
}

}  // namespace

std::string decimal_text(double value) {
    return with_decimals(value, 2);
}

std::string ratio_text(double ratio) {
    return with_decimals(ratio, std::abs(ratio) >= 10 ? 1 : 2);
}

std::string digits_text(double value) {
    if (!std::isfinite(value)) return format_number(value, 0);
    if (std::abs(value) < kRounding) return "0";
    return (value < 0 ? "−" : "") + fmt::format("{:.4g}", std::abs(value));
}

bool has_width(const statistics::Interval& interval) {
    return interval.low < interval.high;
}

std::string interval_text(const statistics::Interval& interval, std::string (*text)(double)) {
    if (!has_width(interval)) return text(interval.estimate);
    return fmt::format("{} [{}, {}]", text(interval.estimate), text(interval.low), text(interval.high));
}

}  // namespace reboost::report
