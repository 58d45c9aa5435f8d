#include "report/measures/latex_text.hpp"

#include "report/measures/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kLongestWord = 24, kBreakEvery = 12, kMostExponent = 4;
constexpr char32_t kNoCharacter = 0xFFFD;

/// Damaged UTF-8 gives U+FFFD.
std::vector<char32_t> code_points(const std::string& text) {
    std::vector<char32_t> points;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80    ? 1
                                   : lead >= 0xF0 ? 4
                                   : lead >= 0xE0 ? 3
                                   : lead >= 0xC2 ? 2
                                                  : 0;
        char32_t point = length == 1 ? lead : lead & (0x7FU >> length);
        bool whole = length > 0 && i + length <= text.size();
        for (std::size_t k = 1; whole && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            whole = (next & 0xC0U) == 0x80U;
            point = (point << 6U) | (next & 0x3FU);
        }
        points.push_back(whole ? point : kNoCharacter);
        i += whole ? length : 1;
    }
    return points;
}

/// How LaTeX sets a character that it would not take as it stands. Tables of them are sorted by character.
struct Sign {
    char32_t point;
    std::string_view latex;
};

/// Characters of ASCII that mean something to LaTeX, or that its fonts take for others. '[' and '*' after the
/// \\ of a row would be its options; "-{}" makes no dash of two or three.
constexpr auto kSpecial = std::to_array<Sign>({
    {U'"', "''"},           {U'#', "\\#"},
    {U'$', "\\$"},          {U'%', "\\%"},
    {U'&', "\\&"},          {U'\'', "\\textquotesingle{}"},
    {U'*', "{*}"},          {U'-', "-{}"},
    {U'<', "\\textless{}"}, {U'>', "\\textgreater{}"},
    {U'[', "{[}"},          {U'\\', "\\textbackslash{}"},
    {U']', "{]}"},          {U'^', "\\^{}"},
    {U'_', "\\_"},          {U'`', "\\textasciigrave{}"},
    {U'{', "\\{"},          {U'|', "\\textbar{}"},
    {U'}', "\\}"},          {U'~', "\\~{}"},
});

constexpr auto kSigns = std::to_array<Sign>({
    {U'\u00A0', "~"},
    {U'\u00A7', "\\S{}"},
    {U'\u00B0', "$^\\circ$"},
    {U'\u00B1', "$\\pm$"},
    {U'\u00B2', "$^2$"},
    {U'\u00B3', "$^3$"},
    {U'\u00B5', "$\\mu$"},
    {U'\u00B7', "$\\cdot$"},
    {U'\u00B9', "$^1$"},
    {U'\u00BC', "$\\frac14$"},
    {U'\u00BD', "$\\frac12$"},
    {U'\u00BE', "$\\frac34$"},
    {U'\u00D7', "$\\times$"},
    {U'\u00DF', "\\ss{}"},
    {U'\u00F7', "$\\div$"},
    {U'\u0393', "$\\Gamma$"},
    {U'\u0394', "$\\Delta$"},
    {U'\u0398', "$\\Theta$"},
    {U'\u039B', "$\\Lambda$"},
    {U'\u039E', "$\\Xi$"},
    {U'\u03A0', "$\\Pi$"},
    {U'\u03A3', "$\\Sigma$"},
    {U'\u03A6', "$\\Phi$"},
    {U'\u03A8', "$\\Psi$"},
    {U'\u03A9', "$\\Omega$"},
    {U'\u03B1', "$\\alpha$"},
    {U'\u03B2', "$\\beta$"},
    {U'\u03B3', "$\\gamma$"},
    {U'\u03B4', "$\\delta$"},
    {U'\u03B5', "$\\epsilon$"},
    {U'\u03B6', "$\\zeta$"},
    {U'\u03B7', "$\\eta$"},
    {U'\u03B8', "$\\theta$"},
    {U'\u03B9', "$\\iota$"},
    {U'\u03BA', "$\\kappa$"},
    {U'\u03BB', "$\\lambda$"},
    {U'\u03BC', "$\\mu$"},
    {U'\u03BD', "$\\nu$"},
    {U'\u03BE', "$\\xi$"},
    {U'\u03C0', "$\\pi$"},
    {U'\u03C1', "$\\rho$"},
    {U'\u03C3', "$\\sigma$"},
    {U'\u03C4', "$\\tau$"},
    {U'\u03C6', "$\\varphi$"},
    {U'\u03C7', "$\\chi$"},
    {U'\u03C8', "$\\psi$"},
    {U'\u03C9', "$\\omega$"},
    {U'\u2013', "--"},
    {U'\u2014', "---"},
    {U'\u2018', "`{}"},
    {U'\u2019', "'{}"},
    {U'\u201C', "``"},
    {U'\u201D', "''"},
    {U'\u2026', "\\ldots{}"},
    {U'\u2070', "$^0$"},
    {U'\u2074', "$^4$"},
    {U'\u2075', "$^5$"},
    {U'\u2076', "$^6$"},
    {U'\u2077', "$^7$"},
    {U'\u2078', "$^8$"},
    {U'\u2079', "$^9$"},
    {U'\u207B', "$^-$"},
    {U'\u2190', "$\\leftarrow$"},
    {U'\u2192', "$\\rightarrow$"},
    {U'\u2206', "$\\Delta$"},
    {U'\u2208', "$\\in$"},
    {U'\u220F', "$\\prod$"},
    {U'\u2211', "$\\sum$"},
    {U'\u2212', "$-$"},
    {U'\u221A', "$\\surd$"},
    {U'\u221E', "$\\infty$"},
    {U'\u2248', "$\\approx$"},
    {U'\u2260', "$\\neq$"},
    {U'\u2264', "$\\leq$"},
    {U'\u2265', "$\\geq$"},
    {U'\u2605', "$\\star$"},
});

/// Marks that stand behind their letter in Unicode and before it in LaTeX.
constexpr auto kMarks = std::to_array<Sign>({
    {U'\u0300', "\\`"},
    {U'\u0301', "\\'"},
    {U'\u0302', "\\^"},
    {U'\u0303', "\\~"},
    {U'\u0304', "\\="},
    {U'\u0306', "\\u"},
    {U'\u0307', "\\."},
    {U'\u0308', "\\\""},
    {U'\u030A', "\\r"},
    {U'\u030B', "\\H"},
    {U'\u030C', "\\v"},
    {U'\u0327', "\\c"},
});

static_assert(std::ranges::is_sorted(kSpecial, {}, &Sign::point));
static_assert(std::ranges::is_sorted(kSigns, {}, &Sign::point));
static_assert(std::ranges::is_sorted(kMarks, {}, &Sign::point));

/// "" where the table has no such character.
std::string_view find(std::span<const Sign> table, char32_t point) {
    const auto found = std::ranges::lower_bound(table, point, {}, &Sign::point);
    return found != table.end() && found->point == point ? found->latex : std::string_view();
}

/// Letters with marks that pdfLaTeX knows as they are, whatever the font's encoding.
bool is_known_letter(char32_t point) {
    if (point < 0xC0 || point > 0x17E) return false;
    constexpr std::array<char32_t, 23> kLacking{0xD0,  0xDE,  0xF0,  0xFE,  0x104, 0x105, 0x110, 0x111,
                                                0x118, 0x119, 0x126, 0x127, 0x12E, 0x12F, 0x132, 0x133,
                                                0x138, 0x13F, 0x140, 0x149, 0x14A, 0x14B, 0x166};
    constexpr std::array<char32_t, 3> kMoreLacking{0x167, 0x172, 0x173};
    return std::ranges::find(kLacking, point) == kLacking.end() &&
           std::ranges::find(kMoreLacking, point) == kMoreLacking.end();
}

std::string utf8_of_two(char32_t point) {
    return {static_cast<char>(0xC0U | (point >> 6U)), static_cast<char>(0x80U | (point & 0x3FU))};
}

std::string set_point(char32_t point) {
    if (const std::string_view special = find(kSpecial, point); !special.empty()) return std::string(special);
    if (point < 0x80) return {static_cast<char>(point)};
    if (const std::string_view sign = find(kSigns, point); !sign.empty()) return std::string(sign);
    if (is_known_letter(point)) return utf8_of_two(point);
    return fmt::format("{{[}}U+{:04X}{{]}}", static_cast<std::uint32_t>(point));
}

/// The end of a power such as "^5" or "^−3" that begins at `i`; `i` where there is none. Many digits are no
/// exponent, and nothing could break them.
std::size_t end_of_power(const std::vector<char32_t>& points, std::size_t i) {
    const auto digit = [&](std::size_t at) {
        return at < points.size() && points[at] >= U'0' && points[at] <= U'9';
    };
    if (points[i] != U'^') return i;
    std::size_t end = i + 1;
    if (end < points.size() && (points[end] == U'-' || points[end] == U'\u2212')) ++end;
    const std::size_t first = end;
    while (digit(end))
        ++end;
    return end > first && end - first <= kMostExponent ? end : i;
}

/// "$^{-3}$"
std::string set_power(const std::vector<char32_t>& points, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin + 1; i < end; ++i)
        text += points[i] < 0x80 ? static_cast<char>(points[i]) : '-';
    return "$^{" + text + "}$";
}

/// Characters from `i` to the next blank.
std::size_t word_length(const std::vector<char32_t>& points, std::size_t i) {
    return static_cast<std::size_t>(
               std::find(points.begin() + static_cast<std::ptrdiff_t>(i), points.end(), U' ') -
               points.begin()) -
           i;
}

}  // namespace

std::string escape_latex(const std::string& text) {
    const std::vector<char32_t> points = code_points(one_line(text));
    std::string result;
    std::size_t in_word = 0;
    bool long_word = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] == U' ') {
            in_word = 0;
        } else if (in_word == 0) {
            long_word = word_length(points, i) > kLongestWord;
        }
        if (long_word && in_word > 0 && in_word % kBreakEvery == 0) result += "\\allowbreak{}";
        if (points[i] != U' ') ++in_word;
        const std::string_view mark =
            i + 1 < points.size() ? find(kMarks, points[i + 1]) : std::string_view();
        const bool letter =
            (points[i] >= U'a' && points[i] <= U'z') || (points[i] >= U'A' && points[i] <= U'Z');
        const std::size_t power = end_of_power(points, i);
        if (power > i) {
            result += set_power(points, i, power);
            i = power - 1;
        } else if (letter && !mark.empty()) {
            result += std::string(mark) + "{" + set_point(points[i]) + "}";
            ++i;
        } else {
            result += set_point(points[i]);
        }
    }
    return result;
}

}  // namespace reboost::report
