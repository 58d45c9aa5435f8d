#pragma once
/// A fast parser for the number at the begin of a cell; most have few digits.
#include <array>
#include <bit>
#include <cstdint>

namespace reboost::data {

/// Reads a plain decimal such as −12.375 from `at` on; stops behind its last digit and returns true if the
/// value is certain to be the float nearest to the text. False: unknown, use the general parser.
/// `end` bounds it.
inline bool read_plain_number(const char*& at, const char* end, float& value) {
    // Up to 15 digits and 10^15 are exact doubles, so that their quotient is off by half an ulp at most.
    constexpr std::array<double, 16> kPowers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* p = at;
    const bool negative = p != end && *p == '-';
    if (negative) ++p;
    const char* const first = p;
    std::uint64_t digits = 0;
    const auto take_digits = [&] {
        for (; p != end && static_cast<unsigned char>(*p - '0') < 10; ++p)
            digits = 10 * digits + static_cast<std::uint64_t>(*p - '0');
    };
    take_digits();
    std::size_t decimals = 0, count = static_cast<std::size_t>(p - first);
    if (p != end && *p == '.') {
        const char* const point = ++p;
        take_digits();
        decimals = static_cast<std::size_t>(p - point);
        count += decimals;
    }
    if (count == 0 || count > 15) return false;
    const double exact = static_cast<double>(digits) / kPowers[decimals];
    // Near the midpoint of two floats the second rounding might be wrong.
    constexpr std::uint64_t kBelowFloat = 0x1FFFFFFF, kMiddle = 0x10000000;
    const std::uint64_t rest = std::bit_cast<std::uint64_t>(exact) & kBelowFloat;
    if (decimals > 0 && rest + 1 >= kMiddle && rest <= kMiddle + 1) return false;
    value = static_cast<float>(negative ? -exact : exact);
    at = p;
    return true;
}

}  // namespace reboost::data
